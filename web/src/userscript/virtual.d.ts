/** The module, compressed with gzip, in base64. The build provides it. */
declare module "virtual:module" {
  const packed: string;
  export default packed;
}

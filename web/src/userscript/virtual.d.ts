/** The modules, compressed with gzip, in base64. The build provides them. */
declare module "virtual:modules" {
  export const plain: string;
  export const variants: string;
}

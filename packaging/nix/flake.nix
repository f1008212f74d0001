{
  description = "Sudoku, variants and exact cover";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      forEach = nixpkgs.lib.genAttrs systems;
    in
    {
      packages = forEach (system:
        let pkgs = nixpkgs.legacyPackages.${system};
        in {
          default = pkgs.rustPlatform.buildRustPackage {
            pname = "farandole";
            version = "0.2.0";
            src = self;
            cargoLock.lockFile = ./Cargo.lock;
            cargoBuildFlags = [ "--package" "farandole-cli" "--features" "custom-rules" ];
            # The tests need npm, Python and Chromium.
            doCheck = false;
            nativeBuildInputs = [ pkgs.installShellFiles ];
            postInstall = ''
              $out/bin/farandole man --dir man
              installManPage man/*.1
              for shell in bash zsh fish; do
                $out/bin/farandole completions $shell > farandole.$shell
                installShellCompletion --cmd farandole --$shell farandole.$shell
              done
            '';
            meta = {
              description = "Solves, explains, rates and makes Sudoku, variants and exact cover problems";
              homepage = "https://github.com/farandole-sudoku/farandole";
              license = with pkgs.lib.licenses; [ mit asl20 ];
              mainProgram = "farandole";
            };
          };
        });
    };
}

# A formula for a tap. Fill in the checksums from the files *.sha256 of the release.
class Farandole < Formula
  desc "Solves, explains, rates and makes Sudoku, variants and exact cover problems"
  homepage "https://github.com/farandole-sudoku/farandole"
  version "0.2.0"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "https://github.com/farandole-sudoku/farandole/releases/download/v#{version}/farandole-#{version}-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256:aarch64-apple-darwin@"
    end
    on_intel do
      url "https://github.com/farandole-sudoku/farandole/releases/download/v#{version}/farandole-#{version}-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256:x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "https://github.com/farandole-sudoku/farandole/releases/download/v#{version}/farandole-#{version}-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256:aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "https://github.com/farandole-sudoku/farandole/releases/download/v#{version}/farandole-#{version}-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256:x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "farandole"
    man1.install Dir["man/*.1"]
    bash_completion.install "complete/farandole.bash" => "farandole"
    zsh_completion.install "complete/_farandole"
    fish_completion.install "complete/farandole.fish"
  end

  test do
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    (testpath/"puzzle.txt").write puzzle
    assert_equal "1", shell_output("#{bin}/farandole count puzzle.txt").strip
  end
end

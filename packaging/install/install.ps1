# Installs the farandole command for Windows. Verifies the checksum of the archive.
#
#   $env:FARANDOLE_VERSION  the version; default: that of this script
#   $env:FARANDOLE_DIR      the folder for the program; default: LOCALAPPDATA\Programs\farandole
$ErrorActionPreference = "Stop"

$Version = if ($env:FARANDOLE_VERSION) { $env:FARANDOLE_VERSION } else { "0.2.0" }
$Dir = if ($env:FARANDOLE_DIR) { $env:FARANDOLE_DIR } else { Join-Path $env:LOCALAPPDATA "Programs\farandole" }
$Name = "farandole-$Version-x86_64-pc-windows-msvc"
$From = "https://github.com/farandole-sudoku/farandole/releases/download/v$Version"
$Temporary = Join-Path ([System.IO.Path]::GetTempPath()) ([System.Guid]::NewGuid())
New-Item -ItemType Directory -Path $Temporary | Out-Null
try {
    $Archive = Join-Path $Temporary "$Name.zip"
    Invoke-WebRequest "$From/$Name.zip" -OutFile $Archive
    $Expected = (Invoke-WebRequest "$From/$Name.zip.sha256").Content.Split(" ")[0].Trim()
    $Found = (Get-FileHash $Archive -Algorithm SHA256).Hash
    if ($Found -ne $Expected) { throw "the checksum of $Name.zip is wrong" }
    Expand-Archive $Archive -DestinationPath $Temporary
    New-Item -ItemType Directory -Force -Path $Dir | Out-Null
    Copy-Item (Join-Path $Temporary "$Name\farandole.exe") $Dir -Force
} finally {
    Remove-Item -Recurse -Force $Temporary
}
Write-Output "installed $(& (Join-Path $Dir 'farandole.exe') --version) in $Dir"
if (($env:PATH -split ";") -notcontains $Dir) { Write-Output "add $Dir to PATH to call it by name" }

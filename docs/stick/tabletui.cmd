@echo off
rem Windows: starts the program beside this file; words after the name are handed on.
chcp 65001 >nul
where py >nul 2>nul
if not errorlevel 1 (
    py -3 "%~dp0tabletui.pyz" %*
    goto end
)
where python >nul 2>nul
if not errorlevel 1 (
    python "%~dp0tabletui.pyz" %*
    goto end
)
echo Нужен Python 3.11 или новее: https://www.python.org/downloads/windows/
echo При установке отметьте "Add python.exe to PATH".
:end
if errorlevel 1 pause

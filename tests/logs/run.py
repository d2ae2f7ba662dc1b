#!/usr/bin/env python3
"""Logs of real programs, and damaged logs, get the verdict and the line of their labels (../shared/conformance/trace).

usage: run.py AUNIT [TEXT]     only logs whose path has this text"""
import pathlib, shutil, subprocess, sys, tempfile

here = pathlib.Path(__file__).resolve().parent
data = here.parents[2] / 'shared' / 'conformance' / 'trace'
if not data.exists():
    print('../shared/conformance/trace is not there')
    sys.exit(77)
with tempfile.TemporaryDirectory() as folder:
    for file in [*here.glob('*.aunit'), *(data / 'models').glob('*.als')]: shutil.copy(file, folder)
    sys.exit(subprocess.run([sys.executable, data / 'trace-score', sys.argv[1], folder, '--limit', '60', '--only', ''.join(sys.argv[2:])]).returncode)

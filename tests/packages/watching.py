#!/usr/bin/env python3
"""`aunit run --watch` without a terminal judges a file again when it is saved. usage: watching.py AUNIT"""
import os, queue, subprocess, sys, tempfile, threading, time

aunit = os.path.abspath(sys.argv[1])
model = 'sig Node {}\npred found { %s }\nval single { Node = N0 }\ntest "a node" { single satisfies found }\n'
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'nodes.aunit')
    open(path, 'w').write(model % 'some Node')
    process = subprocess.Popen([aunit, 'run', folder, '--watch', '--color', 'never'], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = queue.Queue()
    threading.Thread(target=lambda: [lines.put(line) for line in process.stdout], daemon=True).start()

    def awaits(wanted):
        said, end = '', time.time() + 30
        while time.time() < end:
            try: said += lines.get(timeout=0.2)
            except queue.Empty: continue
            if wanted in said and 'watching' in said: return
        sys.exit(f'`{wanted}` did not appear, but:\n{said}')

    try:
        awaits('1 passed')
        open(path, 'w').write(model % 'no Node')
        awaits('1 failed')
        other = os.path.join(folder, 'other')  # editors save in this way
        open(other, 'w').write(model % 'one Node')
        os.replace(other, path)
        awaits('1 passed')
    finally:
        process.kill()
        process.wait()
print('saved files are judged again')

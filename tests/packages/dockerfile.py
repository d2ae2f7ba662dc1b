#!/usr/bin/env python3
"""Executes the Dockerfile line by line, without Docker: each stage in its own minimal Debian 12. The resulting image must run tests. Needs root.

usage: dockerfile.py [MIRROR]   builds the commit, with CCACHE_DIR if it is set"""
import glob, json, os, pathlib, shlex, shutil, subprocess, sys, tempfile

top = pathlib.Path(__file__).resolve().parents[2]
mirror = sys.argv[1] if len(sys.argv) > 1 else 'http://deb.debian.org/debian'
work = pathlib.Path(tempfile.mkdtemp(prefix='aunit-dockerfile-'))
# Paths that the images omit.
IMAGES = {'debian:12': [], 'debian:12-slim': ['/usr/share/doc/*', '/usr/share/man/*', '/usr/share/locale/*', '/usr/share/info/*']}


def run(*command, **options): subprocess.run([str(word) for word in command], check=True, **options)


def base(folder, image):
    excluded = [f'--dpkgopt=path-exclude={path}' for path in IMAGES[image]]
    run('mmdebstrap', '--variant=minbase', '--quiet', *excluded, 'bookworm', folder, mirror)
    shutil.copy('/etc/resolv.conf', folder / 'etc/resolv.conf')
    for file in glob.glob('/etc/apt/apt.conf.d/*proxy*'): shutil.copy(file, folder / 'etc/apt/apt.conf.d')


def inside(folder, command, workdir):
    """Runs the command in its own mount namespace, so that its mounts disappear when it ends."""
    environment = {'PATH': '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'HOME': '/root', 'DEBIAN_FRONTEND': 'noninteractive'}
    mounts = f'mount -t proc proc {folder}/proc'
    if cache := os.environ.get('CCACHE_DIR'):
        (folder / 'ccache').mkdir(exist_ok=True)
        mounts += f' && mount --bind {shlex.quote(cache)} {folder}/ccache'
        environment.update(CCACHE_DIR='/ccache', CCACHE_BASEDIR='/source', CCACHE_NOHASHDIR='1')
    script = f'{mounts} && exec chroot {folder} /bin/sh -c {shlex.quote(f"cd {workdir} && {command}")}'
    run('unshare', '--mount', 'sh', '-c', script, env=environment)


def copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir(): shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True)
    else: shutil.copy(source, target)


try:
    context = work / 'context'
    run('git', 'clone', '--quiet', '--depth', '1', f'file://{top}', context)
    stages, entry, words, workdir = {}, [], [], '/'
    for line in (context / 'Dockerfile').read_text().splitlines():
        instruction, _, rest = line.partition(' ')
        if not line.strip() or line.startswith('#'): continue
        print(line, flush=True)
        if instruction == 'FROM':
            image, *name = rest.split()
            if image not in IMAGES: sys.exit(f'{image} is a system that this test does not know')
            system, workdir, entry, words = work / f'stage{len(stages)}', '/', [], []
            stages[name[1] if name else ''] = system
            base(system, image)
        elif instruction == 'COPY':
            options, paths = [w for w in rest.split() if w.startswith('--')], [w for w in rest.split() if not w.startswith('--')]
            origin = stages[options[0].removeprefix('--from=')] if options else context
            copy(origin / paths[0].lstrip('/'), system / paths[1].lstrip('/'))
        elif instruction == 'RUN': inside(system, rest, workdir)
        elif instruction == 'WORKDIR':
            workdir = rest
            (system / rest.lstrip('/')).mkdir(parents=True, exist_ok=True)
        elif instruction == 'ENTRYPOINT': entry = json.loads(rest)
        elif instruction == 'CMD': words = json.loads(rest)
        else: sys.exit(f'{instruction}: this test does not know this instruction')
    copy(top / 'specs/list', system / workdir.lstrip('/'))
    inside(system, shlex.join(entry + words), workdir)
    inside(system, 'git --version', workdir)  # for --since
finally:
    shutil.rmtree(work)
print('the image was built, and runs tests')

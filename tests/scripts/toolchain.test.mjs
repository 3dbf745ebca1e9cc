import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { config, debianMirror, sourcesFile, wrapper } from '../../scripts/lib/assemble.mjs';
import { atLeast, minimum, onPath, parseVersion, systemPackageWillDo } from '../../scripts/lib/emscripten.mjs';
import { userCache } from '../../scripts/lib/paths.mjs';

describe('finding Emscripten', () => {
  it.each([
    ['emcc (Emscripten gcc/clang-like replacement + linker emulating GNU ld) 3.1.69 (abc)', [3, 1, 69]],
    ['6.0.12-git', [6, 0, 12]],
    ['3.1.69+dfsg-3', [3, 1, 69]],
    ['no version here', undefined],
  ])('reads the version out of "%s"', (text, version) => expect(parseVersion(text)).toEqual(version));

  it.each([
    [[3, 1, 6], false],
    [[3, 1, 59], false],
    [[3, 1, 60], true],
    [[3, 2, 0], true],
    [[4, 0, 0], true],
    [[2, 9, 99], false],
  ])('%j: new enough is %s', (version, expected) => expect(atLeast(version, minimum)).toBe(expected));

  it('finds an executable on PATH and passes over a file that is not one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'path with spaces '));
    mkdirSync(join(folder, 'a'));
    mkdirSync(join(folder, 'b'));
    writeFileSync(join(folder, 'a/emcc'), '');
    writeFileSync(join(folder, 'b/emcc'), '');
    chmodSync(join(folder, 'b/emcc'), 0o755);
    expect(onPath('emcc', `${folder}/a:${folder}/b`)).toBe(join(folder, 'b/emcc'));
    expect(onPath('emcc', `${folder}/a`)).toBeUndefined();
  });

  it.each([
    ['ID=debian\nVERSION_ID="12"\n', false],
    ['ID=debian\nVERSION_ID="13"\n', true],
    ['ID=debian\nVERSION_CODENAME=sid\n', true],
    ['ID=ubuntu\nVERSION_ID="24.04"\n', false],
    ['ID=ubuntu\nVERSION_ID="25.10"\n', true],
    ['ID=fedora\nVERSION_ID=43\n', false],
    ['', false],
  ])('the package of %j will do: %s', (text, expected) => expect(systemPackageWillDo(text)).toBe(expected));

  it('keeps to the user’s cache folder', () => {
    expect(userCache({ XDG_CACHE_HOME: '/c' })).toBe('/c/attention-playground');
    expect(userCache({})).toMatch(/\/\.cache\/attention-playground$/);
  });
});

describe('assembling Emscripten', () => {
  it('takes the machine’s own mirror, whichever it is', () => {
    const targets =
      'http://security.example/debian-security/\nhttps://mirror.example/pub/debian/\nhttp://other.example/ubuntu\n';
    expect(debianMirror(targets)).toBe('https://mirror.example/pub/debian');
    expect(debianMirror('http://archive.ubuntu.example/ubuntu\n')).toBe('http://deb.debian.org/debian');
  });

  it('never trusts a package without a signature', () => {
    expect(sourcesFile('http://m/debian')).toContain('Signed-By: /usr/share/keyrings/');
  });

  it('wraps tools so that they still run after the tree was renamed, in a folder with spaces', () => {
    const work = mkdtempSync(join(tmpdir(), 'wrap '));
    for (const folder of ['old/bin', 'old/lib/triplet', 'old/libexec'])
      mkdirSync(join(work, folder), { recursive: true });
    const script = (path, text) => (writeFileSync(path, text), chmodSync(path, 0o755));
    // Stands for the loader: shows what it was asked to do.
    script(join(work, 'old/lib/triplet/ld.so'), '#!/bin/sh\nfor word in "$@"; do echo "$word"; done\n');
    script(join(work, 'old/bin/wasm-opt'), wrapper('wasm-opt', 'triplet/ld.so'));
    cpSync(join(work, 'old'), join(work, 'new tree'), { recursive: true });
    const bin = join(work, 'new tree/bin');
    const lines = execFileSync(join(bin, 'wasm-opt'), ['-O3', 'a b.wasm'], { encoding: 'utf8' }).trim().split('\n');
    expect(lines).toEqual(['--library-path', `${bin}/../lib/triplet`, `${bin}/../libexec/wasm-opt`, '-O3', 'a b.wasm']);
    expect(readdirSync(bin)).toEqual(['wasm-opt']);
  });

  it('writes a configuration that Python reads, whatever the paths', () => {
    const text = config('/home/a "quoted" user/tree', '/usr/bin/node');
    const read = execFileSync(
      'python3',
      ['-c', 'import sys, json; c = {}; exec(sys.stdin.read(), c); print(json.dumps([c["CACHE"], c["FROZEN_CACHE"]]))'],
      { input: text, encoding: 'utf8' },
    );
    expect(JSON.parse(read)).toEqual(['/home/a "quoted" user/tree/usr/share/emscripten/cache', false]);
  });
});

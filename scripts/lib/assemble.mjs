// Assembles Emscripten 3.1.69 in the user's cache folder from Debian 13's packages and the system's LLVM 19,
// for systems whose own package is too old. Nothing is installed and the system's libraries are not touched:
// apt gets lists and a source file of its own, only downloads, and verifies every package by its signature.
// Binaryen needs Debian 13's C library, so its tools run with that library through their own loader.
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { assembledFolder } from './emscripten.mjs';
import { isAlive } from './lock.mjs';
import { run } from './run.mjs';

const release = 'trixie'; // Debian 13: its emscripten is 3.1.69 and wants LLVM 19, which Debian 12 also has
const packages = ['emscripten', 'binaryen', 'libc6', 'libstdc++6', 'libgcc-s1', 'node-acorn'];
export const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
const fallbackMirror = 'http://deb.debian.org/debian';
export const llvm = '/usr/lib/llvm-19/bin';

// 1.2 of the package's 1.6 GB are libraries for link-time optimisation, position-independent code and OpenGL.
// Nothing here links them; emcc would build one that were missed.
const unwanted = [
  '*/wasm32-emscripten/lto*',
  '*/wasm32-emscripten/pic',
  '*/libGL*',
  './usr/share/doc/*',
  './usr/share/emscripten/test/*',
];

/** The machine's own Debian mirror, from `apt-get indextargets`, since it is known to be reachable. */
export function debianMirror(targets) {
  return (
    targets
      .split('\n')
      .find((uri) => /^https?:\/\/.*\/debian\/?$/.test(uri.trim()))
      ?.trim()
      .replace(/\/$/, '') ?? fallbackMirror
  );
}

export function sourcesFile(mirror) {
  return `Types: deb\nURIs: ${mirror}\nSuites: ${release}\nComponents: main\nSigned-By: ${keyring}\n`;
}

// The loader is asked for by its path beside the wrapper, so the finished tree can be renamed into place.
export function wrapper(tool, loader) {
  return `#!/bin/sh\nhere=\${0%/*}; exec "$here/../lib/${loader}" --library-path "$here/../lib/${dirname(loader)}" "$here/../libexec/${tool}" "$@"\n`;
}

export function config(tree, node) {
  const at = (path) => JSON.stringify(join(tree, path));
  return [
    `LLVM_ROOT = ${JSON.stringify(llvm)}`,
    `BINARYEN_ROOT = ${at('usr')}`,
    `NODE_JS = ${JSON.stringify(node)}`,
    `CACHE = ${at('usr/share/emscripten/cache')}`,
    'FROZEN_CACHE = False',
    '',
  ].join('\n');
}

async function download(folder, options) {
  const lists = join(folder, 'lists');
  const debs = join(folder, 'debs');
  for (const path of [join(lists, 'partial'), join(folder, 'archives/partial'), debs])
    mkdirSync(path, { recursive: true });
  const sources = join(folder, 'trixie.sources');
  const apt = [
    'apt-get',
    ...[
      `Dir::State::Lists=${lists}`,
      `Dir::Cache=${join(folder, 'archives')}`,
      `Dir::Etc::SourceList=${sources}`,
      'Dir::Etc::SourceParts=/dev/null',
      'Dir::Etc::Preferences=/dev/null', // the machine's pins are about its own release
      'Dir::Etc::PreferencesParts=/dev/null',
      'APT::Sandbox::User=root', // the cache folder is closed to apt's own user; signatures are checked all the same
      'APT::Update::Error-Mode=any', // an unreachable mirror is an error, not a warning
      'Acquire::Retries=3',
    ].flatMap((option) => ['-o', option]),
  ];
  const own = await run(['apt-get', 'indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'], options).catch(
    () => '',
  );
  for (const mirror of new Set([debianMirror(own), fallbackMirror])) {
    writeFileSync(sources, sourcesFile(mirror));
    try {
      await run([...apt, 'update'], options);
      await run([...apt, 'download', ...packages], { ...options, cwd: debs });
      return debs;
    } catch (error) {
      if (mirror === fallbackMirror) throw error;
    }
  }
}

async function unpack(debs, tree, options) {
  mkdirSync(tree, { recursive: true });
  const skip = unwanted.map((pattern) => `--exclude='${pattern}'`).join(' ');
  for (const deb of readdirSync(debs))
    await run(
      ['sh', '-ec', `dpkg --fsys-tarfile "$1" | tar -x -C "$2" ${skip}`, 'unpack', join(debs, deb), tree],
      options,
    );
}

// "x86_64-linux-gnu/ld-linux-x86-64.so.2", or the like of another processor
function findLoader(lib) {
  for (const folder of readdirSync(lib).filter((name) => name.endsWith('-linux-gnu'))) {
    const loader = readdirSync(join(lib, folder)).find((name) => name.startsWith('ld-linux-'));
    if (loader) return join(folder, loader);
  }
  throw new Error(`no program loader among the unpacked libraries in ${lib}`);
}

function arrange(tree, finalTree) {
  const usr = join(tree, 'usr');
  const loader = findLoader(join(usr, 'lib'));
  mkdirSync(join(usr, 'libexec'), { recursive: true });
  for (const name of readdirSync(join(usr, 'bin')).filter((name) => name.startsWith('wasm'))) {
    renameSync(join(usr, 'bin', name), join(usr, 'libexec', name));
    writeFileSync(join(usr, 'bin', name), wrapper(name, loader));
    chmodSync(join(usr, 'bin', name), 0o755);
  }
  const emscripten = join(usr, 'share/emscripten');
  mkdirSync(join(emscripten, 'node_modules'), { recursive: true });
  symlinkSync('../../nodejs/acorn', join(emscripten, 'node_modules/acorn'));
  // Beside emcc, where it looks without EM_CONFIG being set: `cmake --build` then works by hand as well.
  writeFileSync(join(emscripten, '.emscripten'), config(finalTree, process.execPath));
}

/** Leaves either the whole tree or nothing: an interrupted run starts anew. */
export async function assembleEmscripten(options = {}) {
  const finalTree = assembledFolder();
  const parent = dirname(finalTree);
  mkdirSync(parent, { recursive: true });
  const abandoned = (name) => name.startsWith('partial-') && !isAlive(Number(name.split('-')[1]));
  for (const name of readdirSync(parent).filter(abandoned))
    rmSync(join(parent, name), { recursive: true, force: true });
  const work = join(parent, `partial-${process.pid}`);
  try {
    const debs = await download(work, options);
    await unpack(debs, join(work, 'tree'), options);
    arrange(join(work, 'tree'), finalTree);
    try {
      renameSync(join(work, 'tree'), finalTree);
    } catch (error) {
      if (!existsSync(finalTree)) throw error; // else another clone was quicker: use its tree
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

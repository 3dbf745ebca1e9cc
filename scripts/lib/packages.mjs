// What the system must provide, how to tell that it does, and what for. On Debian and Ubuntu root gets it installed;
// everybody else is told exactly what to install.
import { existsSync } from 'node:fs';
import { keyring, llvm } from './assemble.mjs';
import { onPath } from './emscripten.mjs';
import { run } from './run.mjs';

/** `probe`: a program looked for on PATH, or files of which one must exist. */
export const packages = [
  { deb: 'g++', probe: 'c++', group: 'build', why: 'compiles the native core' },
  { deb: 'cmake', probe: 'cmake', group: 'build', why: 'describes the builds (3.25 or later)' },
  { deb: 'ninja-build', probe: 'ninja', group: 'build', why: 'runs the builds' },
  {
    deb: 'libeigen3-dev',
    probe: headers('eigen3/Eigen/Core', 'Eigen/Core'),
    group: 'build',
    why: 'linear algebra (3.4 or 5)',
  },
  { deb: 'rapidjson-dev', probe: headers('rapidjson/document.h'), group: 'build', why: 'JSON in the core' },
  { deb: 'libgtest-dev', probe: headers('gtest/gtest.h'), group: 'build', why: 'C++ tests' },
  { deb: 'xz-utils', probe: 'xz', group: 'build', why: 'packs what the one-file figure carries' },
  { deb: 'emscripten', probe: 'emcc', group: 'emscripten-package', why: 'compiles to WebAssembly (3.1.60 or later)' },
  { deb: 'python3', probe: 'python3', group: 'emscripten-assembled', why: 'runs emcc' },
  { deb: 'clang-19', probe: [`${llvm}/clang`], group: 'emscripten-assembled', why: 'compiles to WebAssembly' },
  { deb: 'lld-19', probe: [`${llvm}/wasm-ld`], group: 'emscripten-assembled', why: 'links WebAssembly' },
  { deb: 'llvm-19', probe: [`${llvm}/llvm-ar`], group: 'emscripten-assembled', why: 'makes libraries for it' },
  { deb: 'debian-archive-keyring', probe: [keyring], group: 'emscripten-assembled', why: 'verifies its packages' },
  { deb: 'chromium', probe: ['/usr/bin/chromium'], group: 'test', why: 'the browser tests' },
  // One version for everybody: others break lines differently.
  { deb: 'clang-format-19', probe: 'clang-format-19', group: 'lint', why: 'C++ layout' },
  { deb: 'clang-tidy-19', probe: 'clang-tidy-19', group: 'lint', why: 'C++ checks' },
];

function headers(...names) {
  return ['/usr/include', '/usr/local/include', '/opt/homebrew/include'].flatMap((dir) =>
    names.map((name) => `${dir}/${name}`),
  );
}

function isPresent({ probe }) {
  return typeof probe === 'string' ? Boolean(onPath(probe)) : probe.some((file) => existsSync(file));
}

export function missing(groups, present = isPresent) {
  return packages.filter((one) => groups.includes(one.group) && !present(one));
}

export function installAdvice(wanted, { apt = Boolean(onPath('apt-get')) } = {}) {
  const names = wanted.map(({ deb }) => deb).join(' ');
  const what = apt
    ? `  sudo apt-get update && sudo apt-get install -y ${names}`
    : wanted.map(({ deb, why }) => `  ${deb} (as Debian calls it): ${why}`).join('\n');
  return `install what is missing, then run the command again:\n${what}`;
}

/** Installs Debian packages by name; root only. */
async function aptInstall(names, options) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  // Another apt may be at work (unattended upgrades): wait up to five minutes for it.
  const apt = ['apt-get', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3'];
  // A third party's unreachable source must not stop us; if lists are really missing, installing says so.
  await run([...apt, 'update'], { ...options, env }).catch(() => {});
  await run([...apt, 'install', '-y', '--no-install-recommends', ...names], { ...options, env });
}

/** @returns {Promise<string>} what was done */
export async function ensurePackages(groups, options = {}) {
  const wanted = missing(groups);
  if (!wanted.length) return 'present';
  if (process.getuid?.() !== 0 || !onPath('apt-get'))
    throw Object.assign(new Error(`Missing: ${wanted.map(({ deb }) => deb).join(', ')}.`), {
      advice: installAdvice(wanted),
    });
  await aptInstall(
    wanted.map(({ deb }) => deb),
    options,
  );
  const still = missing(groups);
  if (still.length)
    throw Object.assign(new Error(`Installed, yet not found: ${still.map(({ deb }) => deb).join(', ')}.`), {
      advice: installAdvice(still),
    });
  return `installed ${wanted.map(({ deb }) => deb).join(' ')}`;
}

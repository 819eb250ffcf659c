// The service manager of a host: what `systemctl` asks, it does. It runs beside the host's first process, in the host's
// namespaces, and hears on a port of the host's loopback.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { Service } from './service.mjs';
import { fullName, OWN_UNITS, UnitFile, wantedBy } from './unit-file.mjs';

const PORT = 1;
const BOOT = 'multi-user.target';
const VOLATILE = '/usr/lib/tmpfiles.d';

/** name -> service; those that were ever started. */
const services = new Map();
/** The targets that are up. */
const targets = new Set();

const find = (name) => {
  const unit = UnitFile.find(name);
  if (!unit) throw new Error(`Unit ${name} not found.`);
  return unit;
};

const matches = (pattern, name) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(name);

/** The units that are meant: a pattern stands for those that are loaded. */
const named = (words) =>
  words.flatMap((word) => {
    const name = fullName(word);
    return word.includes('*') ? [...services.keys()].filter((each) => matches(name, each) && isActive(each)) : [name];
  });

const isActive = (name) => targets.has(name) || services.get(name)?.state === 'active';

async function start(name) {
  const unit = name === BOOT ? undefined : find(name);
  if (name.endsWith('.target')) {
    targets.add(name);
    // A target is up although one of those that it wants is not.
    await Promise.all(wantedBy(name).map((each) => start(each).catch((error) => console.error(error.message))));
    return;
  }
  for (const wanted of [...unit.words('Unit.Wants'), ...unit.words('Unit.Requires')]) {
    if (wanted.endsWith('.service') && UnitFile.find(wanted)) await start(wanted);
  }
  if (!services.has(name)) services.set(name, new Service(unit));
  await services.get(name).start(unit);
}

async function stop(name) {
  find(name);
  targets.delete(name);
  const parts = [...services.values()].filter((service) => service.unit.words('Unit.PartOf').includes(name));
  await Promise.all([...parts, services.get(name)].map((service) => service?.stop()));
}

const linksOf = (unit) => {
  const { name } = unit;
  const wants = unit.words('Install.WantedBy').map((target) => join(OWN_UNITS, `${target}.wants`, name));
  const aliases = unit.words('Install.Alias').map((alias) => join(OWN_UNITS, alias));
  return [...wants, ...aliases];
};

function enable(name) {
  const unit = find(name);
  if (unit.path.includes('@.') && unit.instance === '') throw new Error(`${name} is a template`);
  for (const link of linksOf(unit)) {
    mkdirSync(join(link, '..'), { recursive: true });
    if (!existsSync(link)) symlinkSync(unit.path, link);
  }
}

const disable = (name) => linksOf(find(name)).forEach((link) => rmSync(link, { force: true }));

const isEnabled = (name) => {
  const unit = UnitFile.find(name);
  return unit !== undefined && linksOf(unit).some((link) => existsSync(link));
};

/** Does it for each, and says what failed: the lines for standard output, and the exit code. */
async function each(names, act) {
  const failed = [];
  await Promise.all(
    names.map(async (name) => {
      try {
        await act(name);
      } catch (error) {
        failed.push(error.message);
      }
    }),
  );
  return { code: failed.length > 0 ? 1 : 0, text: failed };
}

/** The folders in /run that packages ask for (tmpfiles.d). */
function makeVolatileFolders() {
  if (!existsSync(VOLATILE)) return;
  for (const file of readdirSync(VOLATILE)) {
    for (const line of readFileSync(join(VOLATILE, file), 'utf8').split('\n')) {
      const [kind, path, mode, user, group] = line.split(/\s+/);
      if (!/^[dD]!?$/.test(kind) || !/^(\/var)?\/run\//.test(path)) continue;
      const owner = ['-o', user, '-g', group].filter((word, at, all) =>
        all.every((each) => each !== '-' && each !== undefined),
      );
      execFileSync('install', ['-d', '-m', mode === '-' ? '755' : mode, ...owner, path]);
    }
  }
}

async function execute(words) {
  const flags = words.filter((word) => word.startsWith('-'));
  const [verb, ...rest] = words.filter((word) => !word.startsWith('-'));
  const names = named(rest);
  const now = flags.includes('--now');
  switch (verb) {
    case 'daemon-reload':
      return { code: 0, text: [] };
    case 'start':
      return each(names, start);
    case 'stop':
      return each(names, stop);
    case 'restart':
      return each(names, async (name) => {
        await stop(name);
        await start(name);
      });
    case 'try-restart':
      return each(names.filter(isActive), async (name) => {
        await stop(name);
        await start(name);
      });
    case 'reload':
      return each(names, (name) => services.get(name)?.reload() ?? Promise.reject(new Error(`${name} is not active`)));
    // Nothing but Debian's presets, which enable all.
    case 'preset':
    case 'enable':
      return each(names, async (name) => {
        enable(name);
        if (now) await start(name);
      });
    case 'disable':
      return each(names, async (name) => {
        disable(name);
        if (now) await stop(name);
      });
    case 'is-active':
      return {
        code: names.every(isActive) ? 0 : 3,
        text: names.map((name) => (isActive(name) ? 'active' : 'inactive')),
      };
    case 'is-enabled':
      return {
        code: names.every(isEnabled) ? 0 : 1,
        text: names.map((name) => (isEnabled(name) ? 'enabled' : 'disabled')),
      };
    case 'show':
      return {
        code: 0,
        text: names.flatMap((name) => [
          `ActiveState=${isActive(name) ? 'active' : 'inactive'}`,
          `LoadState=${UnitFile.find(name) ? 'loaded' : 'not-found'}`,
          `MainPID=${services.get(name)?.mainPid ?? 0}`,
        ]),
      };
    case 'main-pid':
      return { code: 0, text: names.map((name) => services.get(name)?.mainPid ?? 0) };
    default:
      return { code: 1, text: [`Not a verb of this systemctl: ${words.join(' ')}`] };
  }
}

createServer((socket) => {
  let heard = '';
  socket.on('error', () => {});
  socket.on('data', async (part) => {
    heard += part;
    if (!heard.endsWith('\0\0')) return;
    const words = heard.slice(0, -2).split('\0');
    const { code, text } = await execute(words).catch((error) => ({ code: 1, text: [error.message] }));
    console.log(`${new Date().toISOString()} systemctl ${words.join(' ')}: ${code} ${text.join('; ')}`);
    socket.end(`${code}\n${text.map((line) => `${line}\n`).join('')}`);
  });
}).listen(PORT, '127.0.0.1', async () => {
  makeVolatileFolders();
  await start(BOOT).catch((error) => console.error(error.message));
  console.log('booted');
});

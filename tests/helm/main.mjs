// Renders the Helm chart with render.go and checks what comes out: against the types of Kubernetes' API, in itself, and
// against the programs. Nothing is run on Kubernetes.
//   node tests/helm/main.mjs [--report FILE]
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import Ajv from 'ajv';
import { parse, parseAllDocuments } from 'yaml';

import { ROOT } from '../bench/lib/academy.mjs';

const CHART = join(ROOT, 'deploy/helm/academy');
const PROGRAM = join(ROOT, 'out/helm/render');
const GO = { GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '-p=2' };
const PROCESSES = ['auth', 'catalog', 'edge', 'encoder', 'enrollment', 'presence'];
const LEAST = { trustedProxies: '10.244.0.0/16' };
/** name -> values over the chart's own. */
const CASES = {
  'with as little as possible': LEAST,
  'with everything': {
    ...LEAST,
    image: { repository: 'r.example/a', tag: '2', pullPolicy: 'Always' },
    imagePullSecrets: [{ name: 'pull' }],
    ingress: { enabled: true },
    podAnnotations: { 'a.example/b': 'c' },
    nodeSelector: { pool: 'academy' },
    tolerations: [{ key: 'academy', operator: 'Exists' }],
    edge: { replicas: 5, drainDelay: 10, drainTime: 30, extraFlags: ['--public_rate=0'] },
    encoder: { replicas: 3, extraFlags: ['--retry_pause=1s'] },
    presence: { replicas: 3 },
  },
  'with one pod of each': { ...LEAST, ...Object.fromEntries(PROCESSES.map((name) => [name, { replicas: 1 }])) },
};
const REFUSED = {
  'a value that does not exist': { ...LEAST, edges: {} },
  'no presence': { ...LEAST, presence: { replicas: 0 } },
  'a public URL without TLS': { ...LEAST, publicUrl: 'http://academy.example' },
};
/** apiVersion/kind -> the type and its module. */
const TYPES = {
  'v1/Service': ['Service', 'core/v1'],
  'apps/v1/Deployment': ['Deployment', 'apps/v1'],
  'apps/v1/StatefulSet': ['StatefulSet', 'apps/v1'],
  'policy/v1/PodDisruptionBudget': ['PodDisruptionBudget', 'policy/v1'],
  'networking.k8s.io/v1/Ingress': ['Ingress', 'networking.k8s.io/v1'],
};

const { values: flags } = parseArgs({ options: { report: { type: 'string' } } });
const folder = mkdtempSync(join(process.env.TMPDIR ?? '/tmp', 'helm-'));
const passed = [];
const failed = [];

function check(what, act) {
  try {
    act();
    passed.push(what);
  } catch (error) {
    failed.push(`${what}: ${error.message}`);
    console.error(`  failed: ${what}: ${error.message}`);
  }
}

const expect = (right, what) => {
  if (!right) throw new Error(what);
};

function render(values, release = 'prod') {
  const file = join(folder, 'own.yaml');
  writeFileSync(file, JSON.stringify(values));
  const said = execFileSync(PROGRAM, [CHART, release, 'academy', file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return JSON.parse(said);
}

/** The manifests, as Kubernetes reads them: a key that is there twice is an error. */
function manifests(templates) {
  const texts = Object.entries(templates).filter(([name]) => name.endsWith('.yaml'));
  return texts.flatMap(([name, text]) =>
    parseAllDocuments(text, { uniqueKeys: true }).flatMap((document) => {
      expect(document.errors.length === 0, `${name}: ${document.errors[0]}`);
      const made = document.toJS();
      return made ? [made] : [];
    }),
  );
}

/** A field that the API does not have, lacks or has otherwise is an error of the compiler, as of `kubectl apply`. */
function checkTypes(named) {
  const types = new Map(Object.values(TYPES).map(([type, module]) => [type, module]));
  const lines = [...types].map(
    ([type, module]) => `import type { ${type} } from 'kubernetes-types/${module.replace('.k8s.io', '')}';`,
  );
  for (const { kind, apiVersion, ...rest } of named) {
    const [type] = TYPES[`${apiVersion}/${kind}`] ?? [];
    expect(type, `${apiVersion}/${kind} is not among the types`);
    lines.push(
      `export const of${lines.length}: ${type} = ${JSON.stringify({ apiVersion, kind, ...rest }, undefined, 1)};`,
    );
  }
  const file = join(ROOT, 'out/helm/manifests.ts');
  writeFileSync(file, lines.join('\n'));
  const words = [
    '--no-install',
    'tsc',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--moduleResolution',
    'bundler',
    '--module',
    'esnext',
    '--types',
    'node',
    file,
  ];
  try {
    execFileSync('npx', words, { cwd: join(ROOT, 'tests'), encoding: 'utf8' });
  } catch (error) {
    throw new Error(error.stdout.trim().split('\n').slice(0, 5).join('\n'), { cause: error });
  }
}

const labelsMatch = (selector, labels) => Object.entries(selector).every(([name, value]) => labels[name] === value);

/** What one manifest says of another, or a pod of itself. */
function checkReferences(all) {
  const of = (kind) => all.filter((each) => each.kind === kind);
  const names = all.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
  expect(new Set(names).size === names.length, `a name is there twice: ${names}`);
  const services = new Map(of('Service').map((service) => [service.metadata.name, service]));
  const processes = [...of('Deployment'), ...of('StatefulSet')];
  expect(processes.length === PROCESSES.length, 'a process is missing');
  checkPresences(processes, services);
  for (const { metadata, spec } of processes) {
    const { containers, volumes, terminationGracePeriodSeconds } = spec.template.spec;
    const [container] = containers;
    expect(
      labelsMatch(spec.selector.matchLabels, spec.template.metadata.labels),
      `${metadata.name} does not select its own pods`,
    );
    const mounted = container.volumeMounts.map(({ name }) => name);
    expect(
      JSON.stringify([...mounted].sort()) === JSON.stringify(volumes.map(({ name }) => name).sort()),
      `${metadata.name} mounts ${mounted}`,
    );
    const ports = (container.ports ?? []).map(({ name }) => name);
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
      const asked = container[probe]?.httpGet?.port ?? container[probe]?.tcpSocket?.port;
      expect(asked === undefined || ports.includes(asked), `${metadata.name}: ${probe} asks ${asked}`);
      expect(metadata.name.endsWith('-encoder') || asked !== undefined, `${metadata.name} has no ${probe}`);
    }
    const { securityContext } = container;
    expect(
      securityContext.readOnlyRootFilesystem && !securityContext.allowPrivilegeEscalation,
      `${metadata.name} may write`,
    );
    expect(spec.template.spec.securityContext.runAsNonRoot, `${metadata.name} may be root`);
    expect(container.resources.requests.cpu && container.resources.limits.memory, `${metadata.name} has no resources`);
    checkFlags(container);
    const value = (flag) =>
      Number(container.args.find((word) => word.startsWith(`--${flag}=`))?.match(/=(\d+)s$/)?.[1] ?? 5);
    expect(
      terminationGracePeriodSeconds > value('drain_delay') + value('drain_time') + 5,
      `${metadata.name} is killed while it drains`,
    );
    // Files that flags name are in a volume.
    for (const [, path] of container.args.join('\n').matchAll(/=(\/(?:etc|var)\/\S+)/g))
      expect(
        container.volumeMounts.some(({ mountPath }) => path.startsWith(mountPath)),
        `${metadata.name}: ${path} is in no volume`,
      );
    for (const [, host, port] of container.args
      .join('\n')
      .matchAll(/=dns:\/\/\/([^.\n=/]+)\.academy\.svc\.cluster\.local:(\d+)/g)) {
      const service = services.get(host);
      expect(service?.spec.clusterIP === 'None', `${metadata.name} calls ${host}, which is no headless service`);
      expect(
        service.spec.ports.some((each) => each.port === Number(port)),
        `${host} has no port ${port}`,
      );
    }
  }
  const pods = processes.map(({ spec }) => spec.template);
  for (const { metadata, spec } of [...of('Service'), ...of('PodDisruptionBudget')]) {
    const selector = spec.selector.matchLabels ?? spec.selector;
    const selected = pods.filter((pod) => labelsMatch(selector, pod.metadata.labels));
    expect(selected.length === 1, `${metadata.name} selects ${selected.length} processes`);
    for (const { targetPort } of spec.ports ?? [])
      expect(
        selected[0].spec.containers[0].ports.some(({ name }) => name === targetPort),
        `${metadata.name}: no port ${targetPort}`,
      );
  }
  for (const { spec } of of('Ingress'))
    for (const { http } of spec.rules)
      for (const { backend } of http.paths) expect(services.has(backend.service.name), 'no backend');
  for (const { spec, metadata } of processes) {
    const budgets = of('PodDisruptionBudget').filter((each) => each.metadata.name === metadata.name).length;
    expect(budgets === (spec.replicas > 1 ? 1 : 0), `${metadata.name} has ${budgets} budgets`);
  }
}

/** Every edge knows each presence by the name that Kubernetes gives its pod: SET-N.SERVICE, for N below the replicas. */
function checkPresences(processes, services) {
  const [edge, { kind, metadata, spec }] = ['-edge', '-presence'].map((end) =>
    processes.find((process) => process.metadata.name.endsWith(end)),
  );
  expect(kind === 'StatefulSet', "presence's pods have no names that stay");
  const service = services.get(spec.serviceName);
  expect(service?.spec.clusterIP === 'None', `${spec.serviceName} gives pods no names`);
  const [{ port }] = service.spec.ports;
  const names = Array.from(
    { length: spec.replicas },
    (_, n) => `${metadata.name}-${n}.${spec.serviceName}.academy.svc.cluster.local:${port}`,
  );
  const { args } = edge.spec.template.spec.containers[0];
  expect(args.includes(`--presences=${names.join(',')}`), `the edge knows others than ${names}`);
}

function checkFlags({ name, command, args }) {
  const program = join(ROOT, command[0].replace('/opt/academy/', ''));
  const { stdout } = helpOf(program);
  const known = new Set([...stdout.matchAll(/^\s+--(\w+) \(/gm)].map(([, flag]) => flag));
  for (const word of args) {
    const [, flag] = /^--(\w+)(=|$)/.exec(word) ?? [];
    expect(known.has(flag), `${name} has no flag ${word}`);
  }
}

const helps = new Map();
function helpOf(program) {
  if (!helps.has(program)) {
    try {
      helps.set(program, { stdout: execFileSync(program, ['--helpfull'], { encoding: 'utf8' }) });
    } catch (error) {
      helps.set(program, error);
    }
  }
  return helps.get(program);
}

mkdirSync(join(ROOT, 'out/helm'), { recursive: true });
try {
  execFileSync('go', ['build', '-o', PROGRAM, join(ROOT, 'tests/helm/render.go')], {
    env: { ...process.env, ...GO },
    stdio: 'inherit',
  });
  const valid = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
    JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')),
  );
  const own = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8'));
  const isMap = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
  const over = (under, values) =>
    Object.entries(values).reduce(
      (made, [key, value]) => ({ ...made, [key]: isMap(value) && isMap(made[key]) ? over(made[key], value) : value }),
      under,
    );
  const every = [];
  for (const [name, values] of Object.entries(CASES)) {
    check(`${name}: the schema accepts it`, () => expect(valid(over(own, values)), JSON.stringify(valid.errors)));
    check(`${name}: all refers to what is there`, () => {
      const made = manifests(render(values));
      every.push(...made);
      checkReferences(made);
    });
  }
  check('a release whose name has the chart’s', () => {
    const [first] = manifests(render(LEAST, 'academy'));
    expect(first.metadata.name === 'academy-edge', first.metadata.name);
  });
  check('Kubernetes’ API has every field', () => checkTypes(every));
  check('Kubernetes’ API would refuse another', () => {
    const wrong = structuredClone(every.slice(0, 2));
    wrong[1].spec.template.spec.containers[0].readyProbe = {};
    let refused = false;
    try {
      checkTypes(wrong);
    } catch {
      refused = true;
    }
    expect(refused, 'a wrong field was not noticed');
  });
  for (const [name, values] of Object.entries(REFUSED))
    check(`the schema refuses ${name}`, () => expect(!valid(over(own, values)), 'accepted'));
  check('nobody is trusted unasked', () => {
    let said = '';
    try {
      render({});
    } catch (error) {
      said = String(error.stderr);
    }
    expect(said.includes('trustedProxies'), 'It renders without trustedProxies');
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed.length} passed, ${failed.length} failed`);
if (flags.report)
  writeFileSync(
    flags.report,
    `${passed.length} ${failed.length}\n${failed.map((each) => `  failed  helm: ${each}\n`).join('')}`,
  );
process.exitCode = failed.length > 0 ? 1 : 0;

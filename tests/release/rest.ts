// The REST calls as the OpenAPI document says them, and what breaks a client of another release: a page of the web app
// that was opened before an upgrade, or a program of the owner's.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly [limit: string]: unknown;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string }>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}

export interface Rest {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const edge = fileURLToPath(new URL('../../out/bin/edge', import.meta.url));
const VERBS = new Set(['get', 'head', 'post', 'put', 'patch', 'delete']);
/** What is for people. */
const TEXTS = new Set([
  'description',
  'summary',
  'title',
  'examples',
  'example',
  'tags',
  'operationId',
  'info',
  'servers',
  'headers',
]);

function withoutTexts(value: unknown, named = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutTexts(each));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => named || !TEXTS.has(name));
  // Below these, the keys are names.
  const naming = (name: string) => !named && ['properties', 'schemas', 'paths', 'responses', 'content'].includes(name);
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutTexts(each, naming(name))]));
}

/** What this tree's edge says of its calls. */
export function restHere(): Rest {
  const document = execFileSync(edge, ['--print_openapi'], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const { paths, components } = withoutTexts(JSON.parse(document)) as Rest;
  for (const operation of Object.values(paths).flatMap((verbs) => Object.values(verbs))) {
    // Failures are not compared: a client knows them by their codes, and takes one that it does not know for another.
    const others = Object.keys(operation.responses ?? {}).filter((status) => !status.startsWith('2'));
    for (const status of others) delete (operation.responses as Record<string, unknown>)[status];
  }
  return { paths, components: { schemas: components.schemas } };
}

/** What may be sent, in requests, or has to be understood, in responses. */
type Way = 'request' | 'response';

const LOWER = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties'];
const UPPER = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties'];

class Comparison {
  readonly found: string[] = [];
  private readonly seen = new Set<string>();

  constructor(
    private readonly before: Rest,
    private readonly now: Rest,
  ) {}

  add(where: string, what: string): void {
    const line = `${where}: ${what}`;
    if (!this.found.includes(line)) this.found.push(line);
  }

  private static flat(schema: Schema, { components }: Rest): Schema {
    if (schema.$ref !== undefined) {
      const named = components.schemas[schema.$ref.slice('#/components/schemas/'.length)];
      return named === undefined ? {} : Comparison.flat(named, { components, paths: {} });
    }
    if (schema.allOf === undefined) return schema;
    const parts = [
      ...schema.allOf.map((part) => Comparison.flat(part, { components, paths: {} })),
      { ...schema, allOf: undefined },
    ];
    const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {})) as Record<string, Schema>;
    const required = parts.flatMap((part) => part.required ?? []);
    const { allOf: _, ...merged } = Object.assign({}, ...parts) as Schema;
    return { ...merged, ...(Object.keys(properties).length === 0 ? {} : { properties, required }) };
  }

  compare(where: string, way: Way, before: Schema, now: Schema): void {
    // Types that contain themselves end here.
    const pair = `${way} ${before.$ref} ${now.$ref}`;
    if (before.$ref !== undefined && now.$ref !== undefined) {
      if (this.seen.has(pair)) return;
      this.seen.add(pair);
      where = before.$ref.slice(before.$ref.lastIndexOf('/') + 1);
    }
    const [one, other] = [Comparison.flat(before, this.before), Comparison.flat(now, this.now)];
    this.compareTypes(where, way, one, other);
    if (way === 'request') this.compareLimits(where, one, other);
    this.compareProperties(where, way, one, other);
    if (one.items !== undefined && other.items !== undefined) this.compare(`${where}[]`, way, one.items, other.items);
    if (typeof one.additionalProperties === 'object' && typeof other.additionalProperties === 'object') {
      this.compare(`${where}{}`, way, one.additionalProperties, other.additionalProperties);
    }
    for (const choice of ['anyOf', 'oneOf'] as const) this.compareChoices(where, way, one[choice], other[choice]);
  }

  private compareChoices(
    where: string,
    way: Way,
    one: readonly Schema[] | undefined,
    other: readonly Schema[] | undefined,
  ): void {
    if ((one?.length ?? 0) === 0 && (other?.length ?? 0) === 0) return;
    const [least, most] = way === 'request' ? [one, other] : [other, one];
    if ((least?.length ?? 0) > (most?.length ?? 0)) this.add(where, `has other choices in a ${way}`);
    one?.forEach((each, at) => {
      const same = other?.[at];
      if (same !== undefined) this.compare(`${where}|${at}`, way, each, same);
    });
  }

  private compareTypes(where: string, way: Way, one: Schema, other: Schema): void {
    const types = ({ type }: Schema) =>
      (type === undefined ? [] : typeof type === 'string' ? [type] : [...type]).sort();
    const [sent, understood] = way === 'request' ? [types(one), types(other)] : [types(other), types(one)];
    // No type is every type.
    const fits = understood.length === 0 || (sent.length > 0 && sent.every((type) => understood.includes(type)));
    if (!fits)
      this.add(where, `was ${types(one).join(' or ') || 'anything'}, is ${types(other).join(' or ') || 'anything'}`);
    if (one.format !== other.format)
      this.add(where, `had the format ${one.format ?? 'none'}, has ${other.format ?? 'none'}`);
    if (way === 'response') return;
    // A new value in a response is no break: clients take what they do not know for something else.
    const values = (schema: Schema) => schema.enum ?? ('const' in schema ? [schema.const] : undefined);
    const [was, is] = [values(one), values(other)];
    if (is === undefined) return;
    const refused = was === undefined ? ['others'] : was.filter((value) => !is.includes(value));
    for (const value of refused) this.add(where, `no longer takes ${String(value)}`);
  }

  private compareLimits(where: string, one: Schema, other: Schema): void {
    const limit = (schema: Schema, name: string, none: number) => (schema[name] as number | undefined) ?? none;
    for (const name of LOWER)
      if (limit(other, name, -Infinity) > limit(one, name, -Infinity)) this.add(where, `has a higher ${name}`);
    for (const name of UPPER)
      if (limit(other, name, Infinity) < limit(one, name, Infinity)) this.add(where, `has a lower ${name}`);
    if (other['pattern'] !== undefined && one['pattern'] !== other['pattern']) this.add(where, 'has another pattern');
  }

  private compareProperties(where: string, way: Way, one: Schema, other: Schema): void {
    const needs = (schema: Schema, name: string) => (schema.required ?? []).includes(name);
    for (const [name, schema] of Object.entries(one.properties ?? {})) {
      const same = other.properties?.[name];
      if (same === undefined) {
        this.add(`${where}.${name}`, `is gone from the ${way}`);
        continue;
      }
      if (way === 'response' && needs(one, name) && !needs(other, name))
        this.add(`${where}.${name}`, 'may be absent now');
      this.compare(`${where}.${name}`, way, schema, same);
    }
    if (way === 'response') return;
    for (const name of other.required ?? []) {
      if (!needs(one, name)) this.add(`${where}.${name}`, 'is required now');
    }
  }
}

/** What a client of `before` would not survive at an edge of `now`. */
export function restBreaks(before: Rest, now: Rest): string[] {
  const comparison = new Comparison(before, now);
  for (const [path, verbs] of Object.entries(before.paths)) {
    for (const [verb, operation] of Object.entries(verbs)) {
      // What all verbs of a path have in common stands beside them.
      if (!VERBS.has(verb)) continue;
      const call = `${verb.toUpperCase()} ${path}`;
      const other = now.paths[path]?.[verb];
      if (other === undefined) comparison.add(call, 'the call is gone');
      else compareOperations(comparison, call, operation, other);
    }
  }
  return comparison.found;
}

function compareOperations(comparison: Comparison, call: string, before: Operation, now: Operation): void {
  const schemes = ({ security = [] }: Operation) => security.map((each) => Object.keys(each).sort().join('+'));
  const open = (operation: Operation) => schemes(operation).length === 0 || schemes(operation).includes('');
  if (!open(now) && (open(before) || schemes(before).some((scheme) => !schemes(now).includes(scheme)))) {
    comparison.add(call, `asks for ${schemes(now).join(' or ')}`);
  }
  for (const { name, in: place, schema } of before.parameters ?? []) {
    const same = now.parameters?.find((each) => each.name === name && each.in === place);
    if (same === undefined) comparison.add(call, `the parameter ${name} is gone`);
    else comparison.compare(`${call} ${name}`, 'request', schema ?? {}, same.schema ?? {});
  }
  for (const { name, in: place, required } of now.parameters ?? []) {
    const was = before.parameters?.find((each) => each.name === name && each.in === place);
    if (required === true && was?.required !== true) comparison.add(call, `the parameter ${name} is required now`);
  }
  if (now.requestBody?.required === true && before.requestBody?.required !== true)
    comparison.add(call, 'a body is required now');
  compareContents(comparison, call, 'request', before.requestBody, now.requestBody);
  for (const [status, answer] of Object.entries(before.responses)) {
    if (!status.startsWith('2')) continue;
    const same = now.responses[status];
    if (same === undefined) comparison.add(call, `no longer answers ${status}`);
    else compareContents(comparison, call, 'response', answer, same);
  }
}

function compareContents(
  comparison: Comparison,
  call: string,
  way: Way,
  before: Content | undefined,
  now: Content | undefined,
): void {
  for (const [type, { schema }] of Object.entries(before?.content ?? {})) {
    const same = now?.content?.[type];
    if (same === undefined) comparison.add(call, `has no ${way} of ${type} any more`);
    else comparison.compare(`${call} ${way}`, way, schema ?? {}, same.schema ?? {});
  }
}

// The protos as they go over the wire and into JSON, and what breaks a caller of another release: buf's rules WIRE_JSON,
// those of FILE that matter where every program is built from these files, and who may call what.
import { readdirSync } from 'node:fs';

import { fileURLToPath } from 'node:url';

import protobuf from 'protobufjs';

type Options = Readonly<Record<string, unknown>>;

export interface Field {
  readonly name: string;
  readonly json: string;
  readonly type: string;
  readonly label: 'one' | 'optional' | 'repeated' | 'map';
  readonly oneof?: string;
  /** Those that change the JSON. */
  readonly options?: Options;
}

/** By number. */
export type Values = Readonly<Record<string, string>>;
/** Ranges as `from-to`, and names. */
export type Reserved = readonly string[];

export interface Rpc {
  readonly request: string;
  readonly response: string;
  readonly clientStreams: boolean;
  readonly serverStreams: boolean;
  readonly access: string;
  readonly callers: readonly string[];
}

export interface Protos {
  readonly messages: Readonly<
    Record<
      string,
      { readonly fields: Readonly<Record<string, Field>>; readonly reserved: Reserved; readonly options?: Options }
    >
  >;
  readonly enums: Readonly<Record<string, { readonly values: Values; readonly reserved: Reserved }>>;
  readonly services: Readonly<Record<string, Readonly<Record<string, Rpc>>>>;
}

const folder = fileURLToPath(new URL('../../proto/', import.meta.url));
const WELL_KNOWN = fileURLToPath(new URL('../../node_modules/protobufjs/', import.meta.url));
const OPTION = /^\(?(?:academy\.common\.v1\.)?(\w+)\)?$/;

/** The options of ours, by their short names, without those of who may call. */
function optionsOf(options: Options | undefined, without: readonly string[] = []): Options | undefined {
  const own = Object.entries(options ?? {})
    .map(([name, value]) => [OPTION.exec(name)?.[1] ?? '', value] as const)
    .filter(([name]) => name !== '' && !['proto3_optional', 'json_name', 'packed', ...without].includes(name));
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const plain = (name: string) => name.replace(/^\./, '');

function reservedOf({ reserved = [] }: { reserved?: (number[] | string)[] | null }): string[] {
  return (reserved ?? []).map((each) => (typeof each === 'string' ? each : `${each[0]}-${each[1]}`)).sort();
}

function fieldOf(field: protobuf.Field): Field {
  const type = field.resolvedType === null ? field.type : plain(field.resolvedType.fullName);
  const optional = field.options?.['proto3_optional'] === true;
  const label =
    field instanceof protobuf.MapField ? 'map' : field.repeated ? 'repeated' : optional ? 'optional' : 'one';
  const oneof = field.partOf !== null && !optional ? field.partOf.name : undefined;
  const options = optionsOf(field.options);
  return {
    name: field.name,
    json: (field.options?.['json_name'] as string | undefined) ?? camel(field.name),
    type: field instanceof protobuf.MapField ? `${field.keyType}, ${type}` : type,
    label,
    ...(oneof === undefined ? {} : { oneof }),
    ...(options === undefined ? {} : { options }),
  };
}

function rpcOf(method: protobuf.Method): Rpc {
  const options: [string, unknown][] = [
    ...Object.entries(method.options ?? {}),
    ...(method.parsedOptions ?? []).flatMap((each: Options) => Object.entries(each)),
  ];
  const named = (name: string) =>
    options.filter(([key]) => OPTION.exec(key)?.[1] === name).flatMap(([, value]) => value);
  return {
    request: plain(method.resolvedRequestType?.fullName ?? method.requestType),
    response: plain(method.resolvedResponseType?.fullName ?? method.responseType),
    clientStreams: method.requestStream ?? false,
    serverStreams: method.responseStream ?? false,
    access: String(named('access')[0] ?? 'ACCESS_SERVICES'),
    callers: [...new Set(named('callers').map(String))].sort(),
  };
}

/** What the files of a root say. */
export function protosOf(root: protobuf.Root): Protos {
  root.resolveAll();
  const messages: Record<string, Protos['messages'][string]> = {};
  const enums: Record<string, Protos['enums'][string]> = {};
  const services: Record<string, Record<string, Rpc>> = {};
  const visit = (space: protobuf.NamespaceBase) => {
    for (const each of space.nestedArray) {
      const name = plain(each.fullName);
      if (name.startsWith('google')) continue;
      if (each instanceof protobuf.Type) {
        const fields = Object.fromEntries(each.fieldsArray.map((field) => [String(field.id), fieldOf(field)]));
        const options = optionsOf(each.options);
        messages[name] = { fields, reserved: reservedOf(each), ...(options === undefined ? {} : { options }) };
      } else if (each instanceof protobuf.Enum) {
        const values = Object.fromEntries(
          Object.entries(each.values).map(([value, number]) => [String(number), value]),
        );
        enums[name] = { values, reserved: reservedOf(each) };
      } else if (each instanceof protobuf.Service) {
        services[name] = Object.fromEntries(each.methodsArray.map((method) => [method.name, rpcOf(method)]));
      }
      if (each instanceof protobuf.Namespace) visit(each);
    }
  };
  visit(root);
  return { messages, enums, services };
}

/** This tree's. */
export function protosHere(): Protos {
  const root = new protobuf.Root();
  root.resolvePath = (_, target) => `${target.startsWith('academy/') ? folder : WELL_KNOWN}${target}`;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((file) => file.startsWith('academy/') && file.endsWith('.proto'));
  root.loadSync(files.sort(), { keepCase: true });
  return protosOf(root);
}

/** Those of one file. */
export function protosOfText(text: string): Protos {
  return protosOf(protobuf.parse(`syntax = "proto3"; package t;\n${text}`, { keepCase: true }).root);
}

const isReserved = (reserved: Reserved, number: string) =>
  reserved.some((each) => {
    const [from, to] = each.split('-').map(Number);
    return to !== undefined && from !== undefined && from <= Number(number) && Number(number) <= to;
  });

/** Whoever could call by `before` still can by `now`. */
const ROLES = ['ACCESS_OWNERS', 'ACCESS_MANAGERS', 'ACCESS_SUPPORT'];
function stillMayCall(before: string, now: string): boolean {
  if (before === now || now === 'ACCESS_PUBLIC' || before === 'ACCESS_SERVICES') return true;
  return ROLES.includes(before) && ROLES.indexOf(before) <= ROLES.indexOf(now);
}

const asText = (value: unknown) => JSON.stringify(value) ?? 'none';

/** Differences of one field, by what they are called. */
function fieldBreaks(before: Field, now: Field): string[] {
  const parts: (keyof Field)[] = ['name', 'json', 'type', 'label', 'oneof', 'options'];
  return parts
    .filter((part) => asText(before[part]) !== asText(now[part]))
    .map((part) => `has another ${part}: ${asText(before[part])}, now ${asText(now[part])}`);
}

/** What is gone from numbered things, and not reserved; and what of theirs has another name. */
function goneBreaks(kind: string, numbers: Values, now: Values, reserved: Reserved): string[] {
  return Object.entries(numbers).flatMap(([number, name]) => {
    if (number in now) return [];
    const left = [
      isReserved(reserved, number) ? '' : `number ${number}`,
      reserved.includes(name) ? '' : `name ${name}`,
    ];
    const free = left.filter((each) => each !== '');
    return free.length === 0 ? [] : [`${kind} ${name} is gone and its ${free.join(' and ')} not reserved`];
  });
}

const freed = (before: Reserved, now: Reserved) => before.filter((each) => !now.includes(each));

/** What a caller or a server of `before` would not survive at one of `now`. */
export function protoBreaks(before: Protos, now: Protos): string[] {
  const found: string[] = [];
  const add = (name: string, breaks: readonly string[]) => found.push(...breaks.map((each) => `${name}: ${each}`));
  for (const [name, message] of Object.entries(before.messages)) {
    const other = now.messages[name];
    if (other === undefined) {
      add(name, ['the message is gone']);
      continue;
    }
    const names = (fields: Readonly<Record<string, Field>>) =>
      Object.fromEntries(Object.entries(fields).map(([number, field]) => [number, field.name]));
    add(name, goneBreaks('field', names(message.fields), names(other.fields), other.reserved));
    add(
      name,
      freed(message.reserved, other.reserved).map((each) => `${each} is no longer reserved`),
    );
    if (asText(message.options) !== asText(other.options)) add(name, ['has other options']);
    for (const [number, field] of Object.entries(message.fields)) {
      const same = other.fields[number];
      if (same !== undefined) add(`${name}.${field.name}`, fieldBreaks(field, same));
    }
  }
  for (const [name, before_] of Object.entries(before.enums)) {
    const other = now.enums[name];
    if (other === undefined) {
      add(name, ['the enum is gone']);
      continue;
    }
    add(name, goneBreaks('value', before_.values, other.values, other.reserved));
    add(
      name,
      freed(before_.reserved, other.reserved).map((each) => `${each} is no longer reserved`),
    );
    for (const [number, value] of Object.entries(before_.values)) {
      const same = other.values[number];
      if (same !== undefined && same !== value) add(name, [`${value} is called ${same} now`]);
    }
  }
  for (const [name, rpcs] of Object.entries(before.services)) {
    const other = now.services[name];
    if (other === undefined) {
      add(name, ['the service is gone']);
      continue;
    }
    for (const [rpc, was] of Object.entries(rpcs)) add(`${name}/${rpc}`, rpcBreaks(was, other[rpc]));
  }
  return found;
}

function rpcBreaks(before: Rpc, now: Rpc | undefined): string[] {
  if (now === undefined) return ['the rpc is gone'];
  const parts: (keyof Rpc)[] = ['request', 'response', 'clientStreams', 'serverStreams'];
  const changed = parts
    .filter((part) => before[part] !== now[part])
    .map((part) => `has another ${part}: ${asText(before[part])}, now ${asText(now[part])}`);
  const callers = before.callers.filter((caller) => !now.callers.includes(caller));
  return [
    ...changed,
    ...(stillMayCall(before.access, now.access) ? [] : [`${before.access} may no longer call it: ${now.access}`]),
    ...callers.map((caller) => `${caller} may no longer call it`),
  ];
}

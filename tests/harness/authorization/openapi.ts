// The OpenAPI document, and the check of answers against it.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string }>>;
}

export interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** An answer may contain only what is described, so objects are closed, unless they are parts of a composition. */
function closed(schema: unknown, whole = true): unknown {
  if (Array.isArray(schema)) return schema.map((entry) => closed(entry, whole));
  if (typeof schema !== 'object' || schema === null) return schema;
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) result[name] = closed(value, whole && name !== 'allOf');
  if (whole && 'properties' in result && result['type'] === 'object' && !('additionalProperties' in result)) {
    result['additionalProperties'] = false;
  }
  return result;
}

/** Checks bodies against a document's schemas. */
export class Contract {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly checks = new Map<string, ValidateFunction>();

  constructor(readonly document: OpenApi) {
    formats.default(this.ajv, ['date-time']);
    this.ajv.addFormat('binary', true);
    this.ajv.addFormat('int32', true);
    this.ajv.addFormat('int64', true);
    this.ajv.addFormat('double', true);
    // Failures, the site and what browsers say of a passkey may have further members; everything else is exact.
    const { components, ...rest } = document as OpenApi & { components: { schemas: Record<string, unknown> } };
    const passkeys = ['NewPasskeyInput', 'PasskeyAssertionInput', 'PasskeyAssertionResponseInput'];
    const open = new Set(['Failure', 'FlaggedFailure', 'Site', ...passkeys]);
    const schemas = Object.entries(components.schemas).map(([name, schema]) => [
      name,
      open.has(name) ? schema : closed(schema),
    ]);
    this.ajv.addSchema({ ...rest, components: { ...components, schemas: Object.fromEntries(schemas) } }, 'api');
  }

  /** The operation of a row: at its path, or just below it if the row has subpaths. */
  operation(verb: string, path: string, below = false): Operation | undefined {
    const { paths } = this.document;
    const here = paths[path]?.[verb.toLowerCase()];
    if (here !== undefined || !below) return here;
    return Object.entries(paths).find(([other]) => other.startsWith(`${path}/{`))?.[1][verb.toLowerCase()];
  }

  /** What is wrong with an answer; empty if it is as described. */
  answerErrors(verb: string, path: string, status: number, body: unknown): string[] {
    const response = this.operation(verb, path)?.responses[String(status)];
    if (response === undefined) return [`${status} is not described`];
    const pointer = response.$ref ?? `#/paths/${escape(path)}/${verb.toLowerCase()}/responses/${status}`;
    return this.errors(`${pointer}/content/application~1json/schema`, body);
  }

  requestErrors(verb: string, path: string, body: unknown): string[] {
    const content = this.operation(verb, path)?.requestBody?.content;
    if (content === undefined) return body === undefined ? [] : ['no body is described'];
    return this.errors(
      `#/paths/${escape(path)}/${verb.toLowerCase()}/requestBody/content/application~1json/schema`,
      body ?? {},
    );
  }

  private errors(pointer: string, body: unknown): string[] {
    let check = this.checks.get(pointer);
    if (check === undefined) {
      check = this.ajv.compile({ $ref: `api${pointer}` });
      this.checks.set(pointer, check);
    }
    if (check(body)) return [];
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }
}

function escape(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));
}

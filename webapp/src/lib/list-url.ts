/**
 * The state of lists in addresses. Each list has a schema of its values by name; anything in an address that the schema
 * does not accept is ignored.
 */
import { z } from 'zod/mini';

type Value = string | number | boolean | undefined;
export type ListValues = Readonly<Record<string, Value>>;
export type ListSchema<Values extends ListValues> = z.core.$ZodType<Values>;
export type InAddress<Values> = Values & {
  /** The page begins after it; empty for the first. */
  cursor: string;
};

export const text = () => z.catch(z.string(), '');
export const oneOf = <const Known extends string>(known: readonly Known[], byDefault: NoInfer<Known>) =>
  z.catch(z.enum(known), byDefault);
/** A column, with `-` before it to sort the other way round. */
export const sort = (columns: readonly string[], byDefault: string) =>
  z.catch(z.string().check(z.regex(new RegExp(`^-?(?:${columns.join('|')})$`))), byDefault);
export const pageSize = (sizes: readonly number[], byDefault: number) =>
  z.catch(z.coerce.number().check(z.refine((size) => sizes.includes(size))), byDefault);
/** Yes, no, or not asked. */
export const flag = () => z.catch(z.optional(z.stringbool({ truthy: ['true'], falsy: ['false'] })), undefined);
export const day = () => z.catch(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)), '');

/** `name` keeps two lists of one screen apart. */
export const addressKey = (name: string, key: string): string => (name ? `${name}-${key}` : key);

export function readListUrl<Values extends ListValues>(
  schema: ListSchema<Values>,
  params: URLSearchParams,
  name = '',
): InAddress<Values> {
  const prefix = addressKey(name, '');
  const said = [...params].flatMap(([key, value]) =>
    key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : [],
  );
  const values = Object.fromEntries(said);
  return { ...z.parse(schema, values), cursor: values.cursor ?? '' };
}

/** Writes values into an address; defaults are omitted, so that it stays short. */
export function toAddress<Values extends ListValues>(
  schema: ListSchema<Values>,
  values: Partial<Values>,
): Record<string, string> {
  const byDefault = z.parse(schema, {});
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      value === undefined || value === byDefault[key as keyof Values] ? '' : String(value),
    ]),
  );
}

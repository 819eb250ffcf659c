import type { MessageDescriptor } from 'react-intl';

/**
 * Names the messages of a module for the extractor. react-intl's own would give each message the type of one without
 * placeholders unless every call site spelled its values out; `npm run i18n:check` compares the placeholders instead.
 */
export const defineMessages = <Key extends string>(
  messages: Record<Key, MessageDescriptor & { id: string; defaultMessage: string }>,
): Record<Key, MessageDescriptor & { id: string }> => messages;

import type { MessageDescriptor } from 'react-intl';

/**
 * Declares a module's messages for the extractor. With react-intl's own defineMessages every call site would have to
 * spell out the types of its values; `npm run i18n:check` compares the placeholders instead.
 */
export const defineMessages = <Key extends string>(
  messages: Record<Key, MessageDescriptor & { id: string; defaultMessage: string }>,
): Record<Key, MessageDescriptor & { id: string }> => messages;

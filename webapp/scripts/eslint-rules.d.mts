import type { Rule } from 'eslint';

/** Class names that name a side of the screen instead of a side of the text. */
export const PHYSICAL: RegExp;

declare const plugin: { rules: Record<string, Rule.RuleModule> };
export default plugin;

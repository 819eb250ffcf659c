import axe from 'axe-core';

/** What axe finds wrong in the page, in one line each; nothing is what a test wants. Colours need a real browser. */
export async function axeProblems(context: Element = document.body): Promise<string[]> {
  const { violations } = await axe.run(context, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

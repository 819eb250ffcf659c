import axe from 'axe-core';

/** What axe finds wrong in the page, in one line each; nothing is what a test wants. Colours need a real browser. */
export async function axeProblems(context: Element = document.body): Promise<string[]> {
  // React Aria's announcer keeps for seconds what it has said of pending buttons, also of those that have gone since.
  const apart = [['[data-live-announcer]']];
  const { violations } = await axe.run(
    { include: [context], exclude: apart },
    {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    },
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

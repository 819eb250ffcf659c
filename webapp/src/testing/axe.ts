import axe from 'axe-core';

/** axe's findings in the page, one per line; tests expect none. Colours can be checked only in a real browser. */
export async function axeProblems(context: Element = document.body): Promise<string[]> {
  // React Aria's announcer keeps its messages about pending buttons for seconds, also those of removed ones.
  const apart = [['[data-live-announcer]']];
  const { violations } = await axe.run(
    { include: [context], exclude: apart },
    {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    },
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

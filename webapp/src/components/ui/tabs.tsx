import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';
import { useSearchParams } from 'react-router';

export interface TabItem {
  id: string;
  title: string;
  content: ReactNode;
}

const PARAM = 'tab';

/** Tabs whose selection is kept in the address, so that it can be shared and survives going back. */
export function Tabs({ label, items }: { label: string; items: readonly TabItem[] }) {
  const [query, setQuery] = useSearchParams();
  const asked = query.get(PARAM);
  const first = items[0]?.id ?? '';
  const selected = items.some(({ id }) => id === asked) ? (asked ?? first) : first;
  const select = (id: string) =>
    setQuery(
      (now) => {
        if (id === first) now.delete(PARAM);
        else now.set(PARAM, id);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => select(String(key))} className="flex flex-col gap-6">
      <TabList aria-label={label} className="flex flex-wrap gap-1 border-b border-line">
        {items.map(({ id, title }) => (
          <Tab
            key={id}
            id={id}
            className="-mb-px cursor-pointer rounded-t-base border-b-[calc(var(--accent-width)+1px)] border-transparent px-4 py-2.5 text-sm touch:min-h-tap font-semibold text-muted transition duration-200 hover:text-ink data-[selected]:border-accent data-[selected]:text-accent-ink"
          >
            {title}
          </Tab>
        ))}
      </TabList>
      {items.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="flex flex-col gap-6">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

import { memo, useEffect, useRef, useState } from 'react';
import { SearchField } from './search-field';

/** Longer than the pause between letters, short enough to feel immediate. */
const PAUSE_MS = 250;

/** A search field that reports its text when typing pauses; typing never waits for results. */
export const ListSearch = memo(function ListSearch({
  label,
  value,
  onSearch,
}: {
  label: string;
  /** The current search; if it changes from outside (browser's back), it replaces the typed text. */
  value: string;
  onSearch: (text: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [told, setTold] = useState(value);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  if (value !== seen) {
    setSeen(value);
    if (value !== told) {
      setTold(value);
      setTyped(value);
    }
  }
  const change = (text: string) => {
    setTyped(text);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      setTold(text.trim());
      onSearch(text.trim());
    }, PAUSE_MS);
  };
  return <SearchField label={label} value={typed} onChange={change} />;
});

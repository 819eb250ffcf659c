import { useEffect, useRef, useState } from 'react';
import { SearchField } from './search-field';

/** Long enough to be between two words, short enough to feel at once. */
const PAUSE_MS = 250;

/** A search that is told once the typing pauses; what is typed never waits for what is found. */
export function ListSearch({
  label,
  value,
  onSearch,
}: {
  label: string;
  /** What is searched for now; another one than was told (the way back) replaces what is typed. */
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
}

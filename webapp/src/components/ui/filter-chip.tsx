import { Check } from 'lucide-react';
import { ToggleButton } from 'react-aria-components/ToggleButton';

/** One way to narrow a list, on or off. */
export function FilterChip({
  label,
  isSelected,
  onChange,
}: {
  label: string;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
}) {
  return (
    <ToggleButton
      isSelected={isSelected}
      onChange={onChange}
      className="inline-flex min-h-tap-small items-center gap-1.5 rounded-full border border-line-strong/60 bg-card px-3 text-sm font-semibold text-muted transition duration-200 hover:text-ink data-[selected]:border-accent data-[selected]:bg-accent-soft data-[selected]:text-accent-ink"
    >
      {isSelected && <Check aria-hidden size={14} strokeWidth={3} />}
      {label}
    </ToggleButton>
  );
}

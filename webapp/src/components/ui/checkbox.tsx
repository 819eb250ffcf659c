import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, type CheckboxProps } from 'react-aria-components/Checkbox';

export function Checkbox({
  children,
  ...props
}: Omit<CheckboxProps, 'children' | 'className'> & { children: ReactNode }) {
  return (
    <AriaCheckbox
      {...props}
      className="group relative flex cursor-pointer items-start gap-3 rounded-base px-2 py-1.5 touch:py-2.5 hover:bg-sunken data-[disabled]:cursor-default data-[disabled]:opacity-60"
    >
      <span
        aria-hidden="true"
        className="mt-1 grid size-5 shrink-0 place-items-center rounded border-2 border-line-strong bg-card transition duration-200 group-data-[selected]:border-action group-data-[selected]:bg-action group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-offset-2 group-data-[focus-visible]:outline-action"
      >
        <Check size={14} strokeWidth={3} className="text-on-action opacity-0 group-data-[selected]:opacity-100" />
      </span>
      <span className="min-w-0">{children}</span>
    </AriaCheckbox>
  );
}

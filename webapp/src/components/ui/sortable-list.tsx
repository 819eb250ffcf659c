import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { isolated } from '@/lib/directions';
import { IconButton } from './icon-button';
import { moveBeside, moveStep } from './move-item';

const messages = defineMessages({
  drag: { id: 'sortable.drag', defaultMessage: 'Drag: {name}' },
  up: { id: 'sortable.up', defaultMessage: 'Move up: {name}' },
  down: { id: 'sortable.down', defaultMessage: 'Move down: {name}' },
  moved: { id: 'sortable.moved', defaultMessage: '{name} is now number {number} of {count}.' },
});

export interface SortableListProps<Item> {
  label: string;
  items: readonly Item[];
  itemId: (item: Item) => string;
  /** An item's name for screen readers. */
  name: (item: Item) => string;
  onReorder: (items: Item[]) => void;
  children: (item: Item, index: number) => ReactNode;
}

/** Beyond this number only the visible items are rendered, in a scrolling box. */
const MANY = 60;
const LAYOUT = { estimatedRowHeight: 58, gap: 8 };

/** A list that people reorder by dragging, by keyboard (Enter on the handle, arrows, Enter), or by buttons. */
export function SortableList<Item extends object>(props: SortableListProps<Item>) {
  const { label, items, itemId, name, onReorder, children } = props;
  const intl = useIntl();
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => {
      if (target.dropPosition === 'on') return;
      const moved = new Set([...keys].map(String));
      onReorder(moveBeside(items, itemId, moved, String(target.key), target.dropPosition));
    },
    renderDropIndicator: (target) => (
      <DropIndicator target={target} className="h-0.5 rounded-full data-[drop-target]:bg-action" />
    ),
  });
  const many = items.length >= MANY;
  const [said, setSaid] = useState('');
  const step = (index: number, by: 1 | -1, row: Element | null) => {
    const to = index + by;
    const item = items[index];
    if (!item) return;
    onReorder(moveStep(items, index, by));
    const [number, count] = [intl.formatNumber(to + 1), intl.formatNumber(items.length)];
    setSaid(intl.formatMessage(messages.moved, { name: isolated(intl.locale, name(item)), number, count }));
    // The button is disabled at the end of the list, and would lose the focus.
    if (to > 0 && to < items.length - 1) return;
    requestAnimationFrame(() => row?.querySelector<HTMLElement>(`[data-step="${-by}"]`)?.focus());
  };
  const list = (
    <GridList
      aria-label={label}
      dragAndDropHooks={dragAndDropHooks}
      keyboardNavigationBehavior="tab"
      className={many ? 'h-[32rem] overflow-y-auto outline-none' : 'flex flex-col gap-2'}
    >
      {items.map((item, index) => {
        const id = itemId(item);
        const called = name(item);
        return (
          <GridListItem
            key={id}
            id={id}
            textValue={called}
            className="card flex items-center tight:flex-wrap gap-2 p-2 outline-none data-[dragging]:opacity-60 data-[focus-visible]:outline-2 data-[focus-visible]:outline-action"
          >
            <Button
              slot="drag"
              aria-label={intl.formatMessage(messages.drag, { name: called })}
              className="grid size-tap-inner shrink-0 cursor-grab place-items-center rounded-base text-muted hover:bg-sunken"
            >
              <GripVertical aria-hidden size={18} />
            </Button>
            <div className="min-w-0 flex-1 tight:order-first tight:basis-full">{children(item, index)}</div>
            <IconButton
              label={intl.formatMessage(messages.up, { name: called })}
              data-step={-1}
              isDisabled={index === 0}
              onPress={({ target }) => step(index, -1, target.closest('[role=row]'))}
            >
              <ArrowUp aria-hidden size={18} />
            </IconButton>
            <IconButton
              label={intl.formatMessage(messages.down, { name: called })}
              data-step={1}
              isDisabled={index === items.length - 1}
              onPress={({ target }) => step(index, 1, target.closest('[role=row]'))}
            >
              <ArrowDown aria-hidden size={18} />
            </IconButton>
          </GridListItem>
        );
      })}
    </GridList>
  );
  return (
    <>
      {many ? (
        <Virtualizer layout={ListLayout} layoutOptions={LAYOUT}>
          {list}
        </Virtualizer>
      ) : (
        list
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

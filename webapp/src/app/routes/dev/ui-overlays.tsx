import { Pencil, Trash2, UserRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { CommandPalette } from '@/components/ui/command-palette';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { Drawer } from '@/components/ui/drawer';
import { Menu } from '@/components/ui/menu';
import { Tooltip } from '@/components/ui/tooltip';
import { useShortcut } from '@/components/ui/use-shortcut';
import { addToast, clearToasts, removeToastGroup, type ToastSeverity } from '@/lib/toast';
import { offerUndo } from '@/lib/undo';
import { Row, Section } from './ui-section';

const SIDES = ['start', 'end', 'top', 'bottom'] as const;
const SEVERITIES: ToastSeverity[] = ['info', 'success', 'warn', 'error', 'secondary', 'contrast'];
const ENTRIES = ['سارة القحطاني', 'Mona Adel'].map((name) => ({
  id: name,
  name,
  icon: <UserRound aria-hidden size={18} />,
}));

export function OverlaysSection() {
  const [open, setOpen] = useState<string | null>(null);
  const [query, setQuery] = useState('');
  const close = () => setOpen(null);
  useShortcut('KeyK', () => setOpen('palette'));
  return (
    <>
      <Section title="Overlays">
        <Row title="Drawers">
          {SIDES.map((side) => (
            <Button key={side} variant="secondary" onPress={() => setOpen(side)}>
              {side}
            </Button>
          ))}
          <Button variant="secondary" onPress={() => setOpen('loose')}>
            not modal
          </Button>
        </Row>
        <Row title="Dialogs">
          <Button variant="secondary" onPress={() => setOpen('dialog')}>
            dialog
          </Button>
          <Button variant="secondary" onPress={() => setOpen('confirm')}>
            question
          </Button>
          <Button variant="secondary" onPress={() => setOpen('palette')}>
            command palette
          </Button>
        </Row>
        <Row title="Menu and tooltip">
          <Menu
            label="Actions"
            actions={[
              { id: 'edit', label: 'Edit', icon: <Pencil aria-hidden size={18} />, onAction: close },
              { id: 'remove', label: 'Remove', icon: <Trash2 aria-hidden size={18} />, onAction: close, danger: true },
            ]}
          />
          <Tooltip aria text="Words that explain a button, up to 12.5rem wide">
            <Button variant="secondary">tooltip</Button>
          </Tooltip>
        </Row>
        {SIDES.map((side) => (
          <Drawer key={side} side={side} title={side} isOpen={open === side} onOpenChange={close}>
            <p>A panel</p>
          </Drawer>
        ))}
        <Drawer modal={false} side="end" title="not modal" isOpen={open === 'loose'} onOpenChange={close}>
          <p>The page stays usable</p>
        </Drawer>
        <Dialog title="A dialog" isOpen={open === 'dialog'} onOpenChange={close}>
          <p>With something to do</p>
        </Dialog>
        <ConfirmDialog isOpen={open === 'confirm'} onAnswer={close} />
        <CommandPalette
          isOpen={open === 'palette'}
          onOpenChange={close}
          query={query}
          onQuery={setQuery}
          groups={[{ id: 'people', title: 'Learners', entries: ENTRIES.filter(({ name }) => name.includes(query)) }]}
          onChoose={({ name }) => addToast({ summary: name, life: 3000 })}
        />
      </Section>
      <Section title="Toasts">
        <Row title="Severities">
          {SEVERITIES.map((severity) => (
            <Button
              key={severity}
              variant="secondary"
              onPress={() => addToast({ severity, group: 'dev', summary: severity, detail: 'What happened' })}
            >
              {severity}
            </Button>
          ))}
        </Row>
        <Row title="Ways out">
          <Button variant="secondary" onPress={() => addToast({ summary: 'Three seconds', life: 3000 })}>
            with a life
          </Button>
          <Button variant="secondary" onPress={() => addToast({ summary: 'Stays', closable: false })}>
            not closable
          </Button>
          <Button
            variant="secondary"
            onPress={() =>
              offerUndo({ summary: 'Removed', undoLabel: 'Undo', commit: () => undefined, undo: () => undefined })
            }
          >
            undo
          </Button>
          <Button variant="secondary" onPress={() => removeToastGroup('dev')}>
            remove the group
          </Button>
          <Button variant="secondary" onPress={clearToasts}>
            clear all
          </Button>
        </Row>
      </Section>
    </>
  );
}

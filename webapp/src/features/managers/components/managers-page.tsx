import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { AcademyZone } from '@/components/ui/academy-zone';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { PageTitle } from '@/components/ui/page-title';
import { QueryView } from '@/components/ui/query-view';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { defineMessages } from '@/i18n/define-messages';
import type { Manager } from '@/lib/models';
import { paths } from '@/lib/paths';
import { may } from '@/lib/role';
import { managersQueryOptions } from '../api/managers';
import { ManagersList } from './managers-list';
import { RegisterManagerForm } from './register-manager-form';
import { RemoveManagerDialog } from './remove-manager-dialog';
import { ResetFactorsDialog } from './reset-factors-dialog';
import { RoleForm } from './role-form';
import { SetPasswordForm } from './set-password-form';

const messages = defineMessages({
  title: { id: 'managers.title', defaultMessage: 'Managers' },
  text: {
    id: 'managers.text',
    defaultMessage: 'Managers run the academy. A manager’s role decides what they may do; owners change roles.',
  },
  create: { id: 'managers.create', defaultMessage: 'New manager' },
  created: { id: 'managers.created', defaultMessage: 'The manager was added.' },
  password: { id: 'managers.password.title', defaultMessage: 'Change password: {name}' },
  passwordDone: { id: 'managers.password.done', defaultMessage: 'Password Changed' },
  role: { id: 'managers.role.title', defaultMessage: 'Change role: {name}' },
  roleDone: { id: 'managers.role.done', defaultMessage: 'The role was changed.' },
  resetDone: { id: 'managers.reset.done', defaultMessage: 'The two-step verification was reset.' },
  removed: { id: 'managers.removed', defaultMessage: 'The manager was deleted.' },
});

type Open = { what: 'create' } | { what: 'password' | 'role' | 'reset' | 'remove'; manager: Manager };

/** Who runs the academy: list, register, change a role or a password, remove. */
export function ManagersPage() {
  const intl = useIntl();
  const navigate = useNavigate();
  const showSuccess = useSuccessToast();
  const query = useQuery(managersQueryOptions());
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const done = (detail: keyof typeof messages) => {
    close();
    showSuccess(messages[detail]);
  };
  const title = intl.formatMessage(messages.title);
  return (
    <div className="page py-8">
      <PageTitle>{title}</PageTitle>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <div className="max-w-prose">
          <h1 className="text-2xl font-bold">{title}</h1>
          <p className="mt-1 text-sm text-muted">{intl.formatMessage(messages.text)}</p>
        </div>
        <Button onPress={() => setOpen({ what: 'create' })}>
          <UserPlus aria-hidden size={18} />
          {intl.formatMessage(messages.create)}
        </Button>
      </div>
      <section aria-label={title} className="card px-6 py-2">
        <AcademyZone className="pt-3">
          <QueryView query={query}>
            {(managers) => (
              <ManagersList
                label={title}
                managers={managers}
                onPassword={(manager) => setOpen({ what: 'password', manager })}
                onRole={(manager) => setOpen({ what: 'role', manager })}
                onReset={(manager) => setOpen({ what: 'reset', manager })}
                onRemove={(manager) => setOpen({ what: 'remove', manager })}
              />
            )}
          </QueryView>
        </AcademyZone>
      </section>
      <Dialog
        title={intl.formatMessage(messages.create)}
        isOpen={open?.what === 'create'}
        onOpenChange={(stay) => !stay && close()}
      >
        <RegisterManagerForm onDone={() => done('created')} />
      </Dialog>
      {open?.what === 'password' && (
        <Dialog
          isOpen
          title={intl.formatMessage(messages.password, { name: <bdi key="name">{open.manager.fullname}</bdi> })}
          onOpenChange={(stay) => !stay && close()}
        >
          <SetPasswordForm manager={open.manager} onDone={() => done('passwordDone')} />
        </Dialog>
      )}
      {open?.what === 'role' && (
        <Dialog
          isOpen
          title={intl.formatMessage(messages.role, { name: <bdi key="name">{open.manager.fullname}</bdi> })}
          onOpenChange={(stay) => !stay && close()}
        >
          <RoleForm
            manager={open.manager}
            onLeave={close}
            onDone={() => {
              done('roleDone');
              // Who lowered the own role may not see this page any more.
              if (!may('owner')) void navigate(paths.admin.home);
            }}
          />
        </Dialog>
      )}
      {open?.what === 'reset' && (
        <ResetFactorsDialog manager={open.manager} onClose={close} onDone={() => done('resetDone')} />
      )}
      {open?.what === 'remove' && (
        <RemoveManagerDialog
          manager={open.manager}
          isLast={query.data?.length === 1}
          onClose={close}
          onDone={() => done('removed')}
        />
      )}
    </div>
  );
}

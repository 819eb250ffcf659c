import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { defineMessages } from '@/i18n/define-messages';
import type { Learner } from '@/lib/models';
import { binDays } from '@/lib/site-settings';
import type { BulkAction } from '../api/bulk-change';
import { useCreateUser, useUpdateUser } from '../api/change-user';
import { removeWithUndo } from '../removals';
import { PasswordForm } from './password-form';
import { UserForm } from './user-form';

const messages = defineMessages({
  create: { id: 'users.create', defaultMessage: 'New learner' },
  created: { id: 'users.created', defaultMessage: 'The learner was created.' },
  edit: { id: 'users.edit.title', defaultMessage: 'Edit learner' },
  updated: { id: 'users.updated', defaultMessage: 'User updated successfully' },
  password: { id: 'users.password.title', defaultMessage: 'Change the password of {name}' },
  passwordChanged: { id: 'changePassword.done', defaultMessage: 'Password Changed' },
  remove: {
    id: 'users.remove.title',
    defaultMessage: '{count, plural, one {Delete {name}?} other {Delete # learners?}}',
  },
  removeText: {
    id: 'users.remove.text',
    defaultMessage:
      '{count, plural, one {The learner is signed out at once. The bin keeps the learner with assignments and progress for {days, plural, one {# day} other {# days}}.} other {They are signed out at once. The bin keeps them with their assignments and progress for {days, plural, one {# day} other {# days}}.}}',
  },
});

const sureTitles = defineMessages({
  activate: {
    id: 'users.sure.activate',
    defaultMessage: '{count, plural, one {Activate # learner?} other {Activate # learners?}}',
  },
  deactivate: {
    id: 'users.sure.deactivate',
    defaultMessage: '{count, plural, one {Deactivate # learner?} other {Deactivate # learners?}}',
  },
  'sign-out': {
    id: 'users.sure.signOut',
    defaultMessage: '{count, plural, one {Sign # learner out?} other {Sign # learners out?}}',
  },
  remove: {
    id: 'users.sure.remove',
    defaultMessage: '{count, plural, one {Delete # learner?} other {Delete # learners?}}',
  },
});
const sureTexts = defineMessages({
  activate: { id: 'users.sure.activate.text', defaultMessage: 'They will be able to sign in.' },
  deactivate: {
    id: 'users.sure.deactivate.text',
    defaultMessage: 'They will not be able to sign in, and their sessions end.',
  },
  'sign-out': { id: 'users.sure.signOut.text', defaultMessage: 'Their sessions end; they can sign in again.' },
  remove: {
    id: 'users.sure.remove.text',
    defaultMessage:
      'They are signed out at once. The bin keeps them with their assignments and progress for {days, plural, one {# day} other {# days}}.',
  },
});

/** What can be done to one learner or to many. */
export type UserAction = 'edit' | 'password' | 'assign' | 'extend' | 'activate' | 'deactivate' | 'sign-out' | 'remove';

/** A question that is open over the page. */
export type UsersQuestion =
  | { kind: 'create' }
  | { kind: 'edit'; user: Learner }
  | { kind: 'password'; user: Learner }
  | { kind: 'remove'; users: readonly Pick<Learner, '_id' | 'fullname'>[] }
  /** Before something is done at once to more learners than a page shows. */
  | { kind: 'confirm'; act: BulkAction; users: readonly Learner[] }
  | { kind: 'assign'; clientIds: readonly string[] }
  | { kind: 'extend'; clientIds: readonly string[] };

/** Dialogs about assignments, which are another feature's. */
export type AssignmentDialogs = Record<
  'assign' | 'extend',
  (clientIds: readonly string[], onClose: () => void) => ReactNode
>;

export interface UsersDialogProps {
  question: UsersQuestion | null;
  onClose: () => void;
  /** Needed where assignments are changed. */
  dialogs?: AssignmentDialogs;
  /** Told of those who were taken off the page. */
  onRemoved?: () => void;
  /** Needed where many can be chosen. */
  onConfirmed?: (act: BulkAction, users: readonly Learner[]) => void;
}

export function UsersDialog({ question, onClose, dialogs, onRemoved, onConfirmed }: UsersDialogProps) {
  const intl = useIntl();
  if (!question) return null;
  if (question.kind === 'assign' || question.kind === 'extend')
    return dialogs?.[question.kind](question.clientIds, onClose);
  if (question.kind === 'remove') {
    const said = { count: question.users.length, name: <bdi key="name">{question.users[0]?.fullname}</bdi> };
    return (
      <ConfirmDialog
        danger
        isOpen
        title={intl.formatMessage(messages.remove, said)}
        text={intl.formatMessage(messages.removeText, { count: said.count, days: binDays.get() })}
        onAnswer={(accepted) => {
          onClose();
          if (!accepted) return;
          void removeWithUndo(intl, question.users);
          onRemoved?.();
        }}
      />
    );
  }
  if (question.kind === 'confirm') {
    const { act, users } = question;
    return (
      <ConfirmDialog
        isOpen
        danger={act === 'remove' || act === 'deactivate'}
        title={intl.formatMessage(sureTitles[act], { count: users.length })}
        text={intl.formatMessage(sureTexts[act], { days: binDays.get() })}
        onAnswer={(accepted) => {
          onClose();
          if (accepted) onConfirmed?.(act, users);
        }}
      />
    );
  }
  if (question.kind === 'create') return <CreateDialog onClose={onClose} />;
  return question.kind === 'edit' ? (
    <EditDialog key={question.user._id} user={question.user} onClose={onClose} />
  ) : (
    <PasswordDialog key={question.user._id} user={question.user} onClose={onClose} />
  );
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const intl = useIntl();
  const showSuccess = useSuccessToast();
  const create = useCreateUser();
  return (
    <Dialog isOpen title={intl.formatMessage(messages.create)} onOpenChange={(open) => !open && onClose()}>
      <UserForm
        draft="users.create"
        onSubmit={(input) => create.mutateAsync(input)}
        onDone={() => {
          onClose();
          showSuccess(messages.created);
        }}
      />
    </Dialog>
  );
}

function EditDialog({ user, onClose }: { user: Learner; onClose: () => void }) {
  const intl = useIntl();
  const showSuccess = useSuccessToast();
  const update = useUpdateUser(user._id);
  return (
    <Dialog isOpen title={intl.formatMessage(messages.edit)} onOpenChange={(open) => !open && onClose()}>
      <UserForm
        draft={`users.edit.${user._id}`}
        initial={user}
        onSubmit={(input, revision) => update.mutateAsync({ ...input, revision })}
        onDone={() => {
          onClose();
          showSuccess(messages.updated);
        }}
      />
    </Dialog>
  );
}

function PasswordDialog({ user, onClose }: { user: Learner; onClose: () => void }) {
  const intl = useIntl();
  const showSuccess = useSuccessToast();
  return (
    <Dialog
      isOpen
      title={intl.formatMessage(messages.password, { name: <bdi key="name">{user.fullname}</bdi> })}
      onOpenChange={(open) => !open && onClose()}
    >
      <PasswordForm
        clientId={user._id}
        onDone={() => {
          onClose();
          showSuccess(messages.passwordChanged);
        }}
      />
    </Dialog>
  );
}

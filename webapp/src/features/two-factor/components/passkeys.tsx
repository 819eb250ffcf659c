import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { QueryState } from '@/components/ui/query-state';
import { Skeleton } from '@/components/ui/skeleton';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import type { Passkey } from '@/lib/api/schema';
import { paths } from '@/lib/paths';
import { passkeysQueryOptions, useRemovePasskey, whyNoPasskey } from '../api/passkeys';
import { PasskeyForm } from './passkey-form';
import { PasskeyList, usePasskeyName } from './passkey-list';
import { factorTexts } from './texts';

const messages = defineMessages({
  title: { id: 'passkeys.title', defaultMessage: 'Passkeys' },
  text: {
    id: 'passkeys.text',
    defaultMessage:
      'Sign in with your device’s fingerprint, face or PIN instead of a password. No fake page can steal a passkey.',
  },
  elsewhere: { id: 'passkeys.elsewhere', defaultMessage: 'Passkeys work when you open the academy at {address}' },
  unsupported: {
    id: 'passkeys.unsupported',
    defaultMessage: 'This browser does not support passkeys. Update it, or use another one.',
  },
  added: { id: 'passkeys.added', defaultMessage: 'The passkey was added.' },
  removeTitle: { id: 'passkeys.remove.title', defaultMessage: 'Delete the passkey “{name}”?' },
  removeText: {
    id: 'passkeys.remove.text',
    defaultMessage: 'You can no longer sign in with it. Delete it on your device too.',
  },
});

export interface PasskeysProps {
  /** Whether the manager has nothing but passkeys. */
  only: boolean;
  onRecoveryCodes: (codes: readonly string[]) => void;
}

/** The signed-in manager's passkeys: adds and removes them. */
export function Passkeys({ only, onRecoveryCodes }: PasskeysProps) {
  const intl = useIntl();
  const showSuccess = useSuccessToast();
  const query = useQuery(passkeysQueryOptions());
  const { data } = query;
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const passkeys = data?.result ?? [];
  const added = (codes: readonly string[]) => {
    setAdding(false);
    if (codes.length > 0) onRecoveryCodes(codes);
    else showSuccess(messages.added);
  };
  return (
    <section aria-labelledby="passkeys" className="flex flex-col gap-3">
      <div>
        <h3 id="passkeys" className="font-bold">
          {intl.formatMessage(messages.title)}
        </h3>
        <p className="mt-1 text-sm text-muted">{intl.formatMessage(messages.text)}</p>
      </div>
      <QueryState query={query} waiting={<Skeleton className="h-10" />} />
      {passkeys.length > 0 && <PasskeyList passkeys={passkeys} onRemove={setRemoving} />}
      {data && <AddButton origin={data.origin} onPress={() => setAdding(true)} />}
      <Dialog isOpen={adding} onOpenChange={setAdding} title={intl.formatMessage(factorTexts.addPasskey)}>
        <PasskeyForm onDone={added} />
      </Dialog>
      {removing && (
        <RemoveDialog passkey={removing} last={only && passkeys.length === 1} onClose={() => setRemoving(null)} />
      )}
    </section>
  );
}

/** The button, or why there is none. */
function AddButton({ origin, onPress }: { origin: string; onPress: () => void }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const why = whyNoPasskey(origin);
  if (why === null)
    return (
      <Button variant="secondary" className="self-start" onPress={onPress}>
        {intl.formatMessage(factorTexts.addPasskey)}
      </Button>
    );
  const address = (
    <a
      key="address"
      dir="ltr"
      href={origin + paths.admin.account}
      className="tap break-all underline underline-offset-4"
    >
      {origin}
    </a>
  );
  return (
    <Notice>
      {why === 'unavailable'
        ? describe({ code: 'passkeys_unavailable' })
        : why === 'elsewhere'
          ? intl.formatMessage(messages.elsewhere, { address })
          : intl.formatMessage(messages.unsupported)}
    </Notice>
  );
}

function RemoveDialog({ passkey, last, onClose }: { passkey: Passkey; last: boolean; onClose: () => void }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const nameOf = usePasskeyName();
  const remove = useRemovePasskey();
  return (
    <ConfirmDialog
      isOpen
      danger
      title={intl.formatMessage(messages.removeTitle, { name: <bdi key="name">{nameOf(passkey)}</bdi> })}
      text={intl.formatMessage(last ? factorTexts.lastFactor : messages.removeText)}
      loading={remove.isPending}
      onAnswer={(accepted) => (accepted ? remove.mutate(passkey._id, { onSuccess: onClose }) : onClose())}
    >
      {remove.error && (
        <div className="mt-4">
          <Notice severity="error">{describe(remove.error)}</Notice>
        </div>
      )}
    </ConfirmDialog>
  );
}

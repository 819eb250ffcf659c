import { zodResolver } from '@hookform/resolvers/zod';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { FormFrame } from '@/components/forms/form-frame';
import { RestoredNotice } from '@/components/forms/restored-notice';
import { useBotCheck } from '@/components/forms/use-bot-check';
import { useServerErrors } from '@/components/forms/use-server-errors';
import { Button } from '@/components/ui/button';
import { FocusHere } from '@/components/ui/focus-here';
import { FormTextField } from '@/components/ui/form-fields';
import { defineMessages } from '@/i18n/define-messages';
import { useRestoredDraft, useStoreFormDraft } from '@/lib/stored-draft';
import { email, optionalText, required } from '@/lib/validation';
import { sendMessage } from '../api/send-message';

const messages = defineMessages({
  name: { id: 'contact.form.name', defaultMessage: 'Your name' },
  email: { id: 'contact.form.email', defaultMessage: 'Your e-mail address' },
  phone: { id: 'contact.form.phone', defaultMessage: 'Phone number (optional)' },
  message: { id: 'contact.form.message', defaultMessage: 'Your message' },
  send: { id: 'contact.form.send', defaultMessage: 'Send the message' },
  sent: { id: 'contact.form.sent', defaultMessage: 'Your message is on its way' },
  answer: { id: 'contact.form.answer', defaultMessage: 'Thank you. We will reply to {email}.' },
  another: { id: 'contact.form.another', defaultMessage: 'Write another message' },
});

/** The server's limits. */
const LONGEST_MESSAGE = 4000;

const schema = z.object({
  fullname: required(),
  email: email(),
  phonenumber: optionalText(),
  message: required(),
});

const DRAFT = 'visitor:contact';
const EMPTY = { fullname: '', email: '', phonenumber: '', message: '' };

/** The contact form. It confirms a message only when the server has stored it. */
export function ContactForm() {
  const intl = useIntl();
  const [sentFrom, setSentFrom] = useState<string | null>(null);
  const [kept, forget] = useRestoredDraft<Partial<typeof EMPTY>>(DRAFT);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { ...EMPTY, ...kept } });
  useStoreFormDraft(DRAFT, form.control, EMPTY);
  const botCheck = useBotCheck('contact', { always: true });
  const errors = useServerErrors(form);
  const startOver = () => {
    forget();
    form.reset(EMPTY);
  };
  const submit = form.handleSubmit(async (values) => {
    if (await errors.run(() => botCheck.send((proof) => sendMessage({ ...values, ...proof })))) {
      startOver();
      setSentFrom(values.email);
    }
  });

  if (sentFrom !== null) {
    return (
      <FocusHere role="status" className="flex flex-col items-start gap-4">
        <CircleCheck aria-hidden size={44} className="text-success" />
        <h3 className="text-lg font-bold">{intl.formatMessage(messages.sent)}</h3>
        <p className="text-muted">
          {intl.formatMessage(messages.answer, { email: <bdi key="email">{sentFrom}</bdi> })}
        </p>
        <Button variant="secondary" onPress={() => setSentFrom(null)}>
          {intl.formatMessage(messages.another)}
        </Button>
      </FocusHere>
    );
  }
  return (
    <FormFrame
      onSubmit={submit}
      label={intl.formatMessage(messages.send)}
      busy={form.formState.isSubmitting}
      problem={errors.problem}
    >
      {kept && <RestoredNotice onStartOver={startOver} />}
      <FormTextField
        control={form.control}
        name="fullname"
        label={intl.formatMessage(messages.name)}
        autoComplete="name"
        isRequired
        maxLength={200}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormTextField
          control={form.control}
          name="email"
          type="email"
          label={intl.formatMessage(messages.email)}
          autoComplete="email"
          isRequired
        />
        <FormTextField
          control={form.control}
          name="phonenumber"
          type="tel"
          label={intl.formatMessage(messages.phone)}
          autoComplete="tel"
          maxLength={40}
        />
      </div>
      <FormTextField
        control={form.control}
        name="message"
        label={intl.formatMessage(messages.message)}
        rows={6}
        isRequired
        maxLength={LONGEST_MESSAGE}
      />
      {botCheck.element}
    </FormFrame>
  );
}

import { Suspense, useState, type ReactNode } from 'react';
import { useIntl, type MessageDescriptor } from 'react-intl';
import { redirect, useLoaderData, useNavigate } from 'react-router';
import { signupAllowed } from '@/app/guards';
import { SignUpForm } from '@/components/forms/sign-up-form';
import { Button } from '@/components/ui/button';
import { PageTitle } from '@/components/ui/page-title';
import { FormSkeleton } from '@/components/ui/skeleton';
import { useManagerLogin } from '@/features/manager-auth/api/login';
import { useManagerSignup } from '@/features/manager-auth/api/signup';
import { MailTest } from '@/features/site-editor/components/mail-test';
import { SetupSite } from '@/features/site-editor/components/setup-site';
import { reloadSite } from '@/features/site/api/fetch-site';
import { defineMessages } from '@/i18n/define-messages';
import { cx } from '@/lib/cx';
import { withNext } from '@/lib/next-page';
import { paths } from '@/lib/paths';
import { may } from '@/lib/role';
import { managerSession } from '@/lib/session';
import { setupRequired } from '@/lib/two-factor-setup';
import type { BreadcrumbHandle } from './breadcrumbs';

const messages = defineMessages({
  title: { id: 'setup.title', defaultMessage: 'Set up your academy' },
  steps: { id: 'setup.steps', defaultMessage: 'Steps' },
  step: { id: 'setup.step', defaultMessage: '{number, number}. {name}' },
  owner: { id: 'setup.owner', defaultMessage: 'Owner' },
  ownerText: {
    id: 'setup.owner.text',
    defaultMessage:
      'Nobody manages this academy yet. Whoever signs up here becomes its owner. Owners see and change everything, and add the other managers.',
  },
  ownerSubmit: { id: 'setup.owner.submit', defaultMessage: 'Create the owner’s account' },
  academy: { id: 'setup.academy', defaultMessage: 'Academy' },
  academyText: {
    id: 'setup.academy.text',
    defaultMessage: 'What visitors see first. You can change all of it later on the “Site” page.',
  },
  mail: { id: 'setup.mail', defaultMessage: 'E-mail' },
  mailText: {
    id: 'setup.mail.text',
    defaultMessage:
      'Learners confirm their address and recover their password by e-mail, so check that e-mails arrive.',
  },
  finish: { id: 'setup.finish', defaultMessage: 'Open the dashboard' },
});

export const handle: BreadcrumbHandle = { breadcrumb: [messages.title] };

type Step = 'owner' | 'academy' | 'mail';
const STEPS: readonly Step[] = ['owner', 'academy', 'mail'];
const TEXTS: Record<Step, MessageDescriptor> = {
  owner: messages.ownerText,
  academy: messages.academyText,
  mail: messages.mailText,
};

/** Open while nobody manages the academy, and then to the owner who goes on. */
export async function loader() {
  if (managerSession.token()) {
    if (setupRequired.get()) throw redirect(withNext(paths.admin.twoFactor, paths.admin.setup));
    if (!may('owner')) throw redirect(paths.admin.home);
    return { first: 'academy' as Step, setupCodeRequired: false };
  }
  const check = await signupAllowed();
  if (!check.first) throw redirect(paths.admin.login);
  return { first: 'owner' as Step, setupCodeRequired: check.setupCodeRequired };
}

export function Component() {
  const { first, setupCodeRequired } = useLoaderData<typeof loader>();
  return <Wizard key={first} first={first} setupCodeRequired={setupCodeRequired} />;
}

function Wizard({ first, setupCodeRequired }: { first: Step; setupCodeRequired: boolean }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>(first);
  return (
    <Frame step={step}>
      {step === 'owner' && (
        <Owner setupCodeRequired={setupCodeRequired} onDone={() => void navigate(paths.admin.setup)} />
      )}
      {step === 'academy' && (
        <Suspense fallback={<FormSkeleton bare fields={6} />}>
          <SetupSite
            onDone={() => {
              // The page itself shows the new name and colour.
              void reloadSite().catch(() => undefined);
              setStep('mail');
            }}
          />
        </Suspense>
      )}
      {step === 'mail' && (
        <>
          <MailTest />
          <Button size="large" onPress={() => void navigate(paths.admin.dashboard, { replace: true })}>
            {intl.formatMessage(messages.finish)}
          </Button>
        </>
      )}
    </Frame>
  );
}

function Frame({ step, children }: { step: Step; children: ReactNode }) {
  const intl = useIntl();
  const title = intl.formatMessage(messages.title);
  return (
    <section className="card w-full max-w-2xl p-6 sm:p-8">
      <PageTitle>{title}</PageTitle>
      <h1 className="text-2xl font-bold">{title}</h1>
      <ol aria-label={intl.formatMessage(messages.steps)} className="mt-4 flex flex-wrap gap-2 text-sm font-semibold">
        {STEPS.map((name, index) => (
          <li
            key={name}
            aria-current={name === step ? 'step' : undefined}
            className={cx(
              'rounded-full border px-3 py-1',
              name === step ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line text-muted',
            )}
          >
            {intl.formatMessage(messages.step, { number: index + 1, name: intl.formatMessage(messages[name]) })}
          </li>
        ))}
      </ol>
      <p className="mt-4 text-sm text-muted">{intl.formatMessage(TEXTS[step])}</p>
      <div className="mt-6 flex flex-col gap-5">{children}</div>
    </section>
  );
}

function Owner({ setupCodeRequired, onDone }: { setupCodeRequired: boolean; onDone: () => void }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const signup = useManagerSignup();
  const login = useManagerLogin();
  return (
    <SignUpForm
      action="manager_signup"
      label={intl.formatMessage(messages.ownerSubmit)}
      setupCodeRequired={setupCodeRequired}
      onSubmit={async (input) => {
        await signup.mutateAsync(input);
        const { email, password } = input;
        // Where the sign-in asks for more than this form has, its own page does.
        await login.mutateAsync({ email, password }).catch(() => navigate(paths.admin.login, { replace: true }));
      }}
      onDone={() => {
        if (managerSession.token()) onDone();
      }}
    />
  );
}

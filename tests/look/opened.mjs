// What is opened on a screen before its picture: an `act` in the page. `prepare` comes before the page is loaded, for
// answers of the server that the academies of the pictures do not give. Only the contested course is changed by it.

const one = (page, role, name) => page.getByRole(role, { name, exact: true }).first();
const over = (page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).or(page.getByRole('menu')).first();

/** Presses the button of that message, and waits for what it opens. */
export const press = (id) => ({
  async act(page, text) {
    await one(page, 'button', text(id)).click();
    await over(page).waitFor();
  },
});

/** The same of the last button that names its row. */
export const pressNamed = (id) => ({
  async act(page, text) {
    const [before] = text(id).split('{');
    await page
      .getByRole('button', { name: new RegExp(`^${before}`) })
      .last()
      .click();
    await over(page).waitFor();
  },
});

/** Opens the menu of the account, and chooses an entry of it. */
const fromAccount = (menu, entry) => ({
  async act(page, text) {
    const button = page.getByRole('button', { name: new RegExp(text(menu)) }).first();
    await button.click();
    await page.getByRole('menu').waitFor();
    if (!entry) return;
    await one(page, 'menuitem', text(entry)).click();
    await over(page).waitFor();
  },
});
export const accountMenu = fromAccount('admin.menu.account');
export const learnerMenu = fromAccount('client.menu.account');
export const changePassword = fromAccount('admin.menu.account', 'admin.menu.update');
export const quit = fromAccount('admin.menu.account', 'admin.menu.quit');

/** A panel of the bar, which a narrow one has in the menu of the account. */
export const panel = (id) => ({
  async act(page, text) {
    const button = one(page, 'button', text(id));
    if ((await button.count()) === 0) return fromAccount('admin.menu.account', id).act(page, text);
    await button.click();
    await over(page).waitFor();
  },
});

export const palette = {
  async act(page, text) {
    await one(page, 'button', text('commandPalette.title')).click();
    await over(page).waitFor();
    await page.getByRole('dialog').getByRole('searchbox').fill('دورة');
    await page.getByRole('menuitem', { name: /^دورة/ }).first().waitFor();
  },
};

/** The menu of a narrow screen; a wide one has it in view. */
export const drawer = {
  async act(page, text) {
    const button = one(page, 'button', text('shell.menu.open'));
    if ((await button.count()) === 0) return;
    await button.click();
    await page
      .getByRole('navigation', { name: text('shell.menu') })
      .getByRole('link')
      .first()
      .waitFor();
  },
};

/** Selects the first learner of the list, and presses that button. */
export const withLearner = (id) => ({
  async act(page, text) {
    const box = page.getByRole('grid').getByRole('row').nth(1).getByRole('checkbox');
    await box.waitFor();
    await box.focus();
    await page.keyboard.press('Space');
    if (!id) return page.getByRole('group', { name: /1|واحد/ }).waitFor();
    // A narrow bar has it in its menu.
    if (await one(page, 'button', text(id)).isVisible()) await one(page, 'button', text(id)).click();
    else {
      await one(page, 'button', text('users.selection.more')).click();
      await one(page, 'menuitem', text(id)).click();
    }
    await page.getByRole('dialog').waitFor();
  },
});

/** Opens the menu of the first row, and chooses an entry of it. */
export const rowMenu = (menu, entry) => ({
  async act(page, text) {
    const [before] = text(menu).split('{');
    await page
      .getByRole('row')
      .getByRole('button', { name: new RegExp(`^${before}`) })
      .first()
      .click();
    await page.getByRole('menu').waitFor();
    if (!entry) return;
    await one(page, 'menuitem', text(entry)).click();
    await over(page).waitFor();
  },
});

/** Opens that button's dialog, and asks for its preview. */
export const extendPreview = {
  async act(page, text) {
    await one(page, 'button', text('assign.extend.title')).click();
    await page.getByLabel(text('assign.extend.days'), { exact: true }).fill('15');
    await one(page, 'button', text('assign.extend.preview')).click();
    await page.getByRole('table', { name: text('assign.preview.table') }).waitFor();
  },
};

/** Checks pasted addresses of every kind. */
export const assignResults = {
  whole: true,
  async act(page, text, { learner }) {
    await page.getByText(text('assign.way.emails'), { exact: true }).click();
    const list = `${learner.email}, nobody@academy.test\nليس عنوانًا more1@academy.test more1@academy.test`;
    await page.getByLabel(text('assign.emails'), { exact: true }).fill(list);
    await one(page, 'button', text('assign.check')).click();
    await page.getByRole('table', { name: text('assign.results') }).waitFor();
  },
};

const PEOPLE = [
  'email,fullname,course,startDate,expiryDate,notes',
  'new.one@academy.test,منيرة الشهري,دورة 1,2026-01-01,2036-12-31,x',
  'more1@academy.test,متعلّم أول,,,,',
  'no-address,Somebody,,,,',
  'new.two@academy.test,سلطان,دورة لا توجد,2026-01-01,2036-12-31,',
];
const people = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(PEOPLE.join('\n')) };
export const importPlan = {
  whole: true,
  async act(page, text) {
    await page.locator('input[type=file]').setInputFiles(people);
    await one(page, 'heading', text('users.import.plan')).waitFor();
  },
};
export const importDone = {
  whole: true,
  /** What is imported is checked only, and reported as if it were done. */
  async prepare(page) {
    await page.route('**/api/cm/user/import', async (route) => {
      const response = await route.fetch({ url: `${route.request().url()}?dryRun=true` });
      const { result, ...rest } = await response.json();
      await route.fulfill({ response, json: { ...rest, result: { ...result, dryRun: false } } });
    });
  },
  async act(page, text) {
    await importPlan.act(page, text);
    await one(page, 'button', text('users.import.run')).click();
    await one(page, 'heading', text('users.import.done')).waitFor();
  },
};

/** Another manager changes both fields of the course while they are edited here. */
export const conflict = {
  async act(page, text, world) {
    const title = page.getByLabel(text('field.title'), { exact: true }).first();
    await title.waitFor();
    await world.changeContested();
    await title.fill('العنوان الذي كتبته هنا');
    await page
      .getByLabel(text('field.description'), { exact: true })
      .first()
      .fill('وصف طويل كتبته هنا قبل أن أحفظه. '.repeat(4));
    await one(page, 'button', text('action.save')).click();
    await page.getByRole('alertdialog').waitFor();
  },
};

/** A video that is on its way, and stays there. */
export const upload = {
  async prepare(page) {
    await page.route('**/api/cm/media/uploads/**', (route) =>
      route.request().method() === 'PATCH' ? undefined : route.continue(),
    );
  },
  async act(page, text) {
    const open = new RegExp(`^${text('parts.open').replace('{number}', '.')}`);
    await page.getByRole('button', { name: open }).first().click();
    const chosen = page.waitForEvent('filechooser');
    await one(page, 'button', text('video.choose')).click();
    await (await chosen).setFiles({ name: 'الدرس الأول.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(3_000_000) });
    await page.getByRole('progressbar').first().waitFor();
  },
};
export const uploads = {
  ...upload,
  async act(page, text) {
    await upload.act(page, text);
    await page.locator('button:has(.lucide-cloud-upload)').first().click();
    await over(page).waitFor();
  },
};

/** As after an export that the server refuses to somebody who signed in a while ago. */
export const passwordAgain = {
  prepare: (page) =>
    page.route('**/api/cm/user/export', (route) =>
      route.fulfill({ status: 403, json: { message: 'Again', code: 'reauthentication_required' } }),
    ),
  async act(page, text) {
    await one(page, 'button', text('users.csv')).click();
    await one(page, 'menuitem', text('users.csv.export')).click();
    await page.getByRole('alertdialog').waitFor();
  },
};

/** The list says that what was deleted can be brought back. */
export const undo = {
  prepare: (page) =>
    page.route('**/api/cm/user/{remove-user,bulk-change}', (route) =>
      route.fulfill({ json: { message: 'ok', result: { changed: 1, failed: [] } } }),
    ),
  async act(page, text) {
    await rowMenu('users.menu', 'action.remove').act(page, text);
    await one(page, 'button', text('confirm.yes')).click();
    await one(page, 'button', text('users.removed.undo')).waitFor();
  },
};
/** A success and a failure. */
export const saved = {
  async act(page, text) {
    await one(page, 'button', text('action.save')).click();
    await page
      .getByRole('region', { name: text('toast.region') })
      .getByText(text('state.updated'))
      .waitFor();
  },
};

const signIn = async (page, text, submit) => {
  await page.getByLabel(text('field.email'), { exact: true }).fill('noura@academy.test');
  await page.getByLabel(text('field.password'), { exact: true }).fill('Look-at-it-1');
  await one(page, 'button', text(submit)).click();
};
export const secondStep = {
  whole: true,
  prepare: (page) =>
    page.route('**/api/cm/auth/login', (route) =>
      route.fulfill({ status: 401, json: { message: 'Code', code: 'second_factor_required' } }),
    ),
  async act(page, text) {
    await signIn(page, text, 'admin.login.submit');
    await page.getByLabel(text('twoFactor.code'), { exact: true }).waitFor();
  },
};
export const managerSignUp = {
  whole: true,
  prepare: (page) =>
    page.route('**/api/cm/auth/check-signup', (route) =>
      route.fulfill({ json: { message: 'ok', setupCodeRequired: true, first: false } }),
    ),
  act: async (page, text) => void (await page.getByLabel(text('field.fullname'), { exact: true }).waitFor()),
};
/** As in an academy that wants a second factor of its managers. */
const needsFactor = (page) =>
  page.route('**/api/cm/auth/check', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), secondFactorSetupRequired: true } });
  });
export const forcedSetup = {
  whole: true,
  prepare: needsFactor,
  act: async (page, text) => void (await one(page, 'heading', text('forcedSetup.title')).waitFor()),
};
export const authenticatorApp = {
  whole: true,
  async act(page, text) {
    await one(page, 'button', text('twoFactor.setUp')).click();
    await page.getByRole('img', { name: text('totp.qr') }).waitFor();
  },
};

export const checkMail = {
  whole: true,
  prepare: (page) => page.route('**/api/auth/signup', (route) => route.fulfill({ json: { message: 'ok' } })),
  async act(page, text) {
    await page.getByLabel(text('field.fullname'), { exact: true }).fill('سارة القحطاني');
    await signIn(page, text, 'client.signup.submit');
    await one(page, 'heading', text('client.signup.sent.title')).waitFor();
  },
};
const recovers = (page) =>
  page.route('**/api/auth/{forgot-password,forgotpassword/*}', (route) =>
    route.fulfill({ json: { message: 'ok', result: { userId: 'recovery' } } }),
  );
export const recoveryCode = {
  whole: true,
  prepare: recovers,
  async act(page, text) {
    await page.getByLabel(text('field.email'), { exact: true }).fill('noura@academy.test');
    await one(page, 'button', text('recovery.email.send')).click();
    await page.getByLabel(text('recovery.code'), { exact: true }).waitFor();
  },
};
export const recoveryPassword = {
  ...recoveryCode,
  async act(page, text) {
    await recoveryCode.act(page, text);
    await page.getByLabel(text('recovery.code'), { exact: true }).fill('123456');
    await one(page, 'button', text('recovery.code.verify')).click();
    await page.getByLabel(text('field.newPassword'), { exact: true }).waitFor();
  },
};
export const recoveryDone = {
  ...recoveryCode,
  async act(page, text) {
    await recoveryPassword.act(page, text);
    await page.getByLabel(text('field.newPassword'), { exact: true }).fill('Another-pass-1');
    await page.getByLabel(text('field.confirmPassword'), { exact: true }).fill('Another-pass-1');
    await one(page, 'button', text('recovery.password.save')).click();
    await one(page, 'link', text('recovery.login')).waitFor();
  },
};
export const contactSent = {
  whole: true,
  prepare: (page) => page.route('**/api/public/contact', (route) => route.fulfill({ json: { message: 'ok' } })),
  async act(page, text) {
    await page.getByLabel(text('contact.form.name'), { exact: true }).fill('سارة القحطاني');
    await page.getByLabel(text('contact.form.email'), { exact: true }).fill('sara@academy.test');
    await page.getByLabel(text('contact.form.message'), { exact: true }).fill('متى تبدأ الدورة؟');
    await one(page, 'button', text('contact.form.send')).click();
    await page.getByText(text('contact.form.sent'), { exact: true }).first().waitFor();
  },
};
/** The form as it is when something is missing. */
export const contactRefused = {
  whole: true,
  async act(page, text) {
    await one(page, 'button', text('contact.form.send')).click();
    await page.locator('[aria-invalid=true]').first().waitFor();
  },
};

export const lightbox = {
  async act(page, text) {
    const [before] = text('gallery.open').split('{');
    await page
      .getByRole('button', { name: new RegExp(`^${before}`) })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
  },
};

export const siteMenu = {
  async act(page, text) {
    const button = one(page, 'button', text('public.nav.open'));
    if ((await button.count()) > 0 && (await button.isVisible())) await button.click();
  },
};

export const player = {
  async act(page, text) {
    await one(page, 'button', text('player.play')).click();
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
    await page.keyboard.press('k');
    await page.waitForFunction(() => document.querySelector('video')?.paused);
  },
};
export const playerSettings = {
  async act(page, text) {
    await player.act(page, text);
    await one(page, 'button', text('player.settings')).click();
    await page.getByRole('menu').first().waitFor();
  },
};

/** The clock is the page's own, so that it can go on at once. */
const clock = async (page) => {
  await page.clock.install();
  // The session of the pictures goes on.
  await page.route('**/api/{auth,cm/auth}/logout', (route) => route.fulfill({ json: { message: 'ok' } }));
};
const later = (time) => ({
  prepare: clock,
  async act(page) {
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.clock.fastForward(time);
    await page.getByRole('alertdialog').waitFor();
  },
});
export const idle = later('15:05');
export const learnerAgain = later('16:30');
export const managerAgain = later('08:00:10');

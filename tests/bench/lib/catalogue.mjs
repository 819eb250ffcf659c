// Fills a bench's academy with courses and a learner who has some of them.

const PARTS = ['الضوء والظل', 'التعريض: الفتحة والسرعة والحساسية', 'بناء المشهد'];

/**
 * Adds `courses` courses of three parts to `academy`, assigns `assigned` of them to its second learner, and signs the
 * learner and the manager in. Returns `{manager, learner}`, each with `token`, `person` and `fullname`.
 */
export async function fillCatalogue(academy, { courses, assigned }) {
  const { password } = academy;
  const signedIn = await academy.call('POST', '/api/cm/auth/login', { email: academy.manager, password });
  const manager = { token: signedIn.token, person: signedIn.result._id, fullname: signedIn.result.fullname };
  const ids = [];
  for (let i = 0; i < courses; ++i) {
    const form = new FormData();
    form.set('title', i % 4 === 0 ? `Course ${i}: management in practice` : `الدورة ${i}: أساسيات التصوير`);
    form.set('description', 'من الضوء إلى الصورة: كيف ترى الكاميرا، وكيف تختار التعريض والعدسة، وكيف تبني مشهدًا يحكي.');
    const parts = PARTS.map((title) => ({ title, description: 'درس قصير يتبعه تمرين يومي.' }));
    form.set('parts', JSON.stringify(parts));
    const answer = await fetch(`${academy.url}/api/cm/course/create-course`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${manager.token}` },
      body: form,
    });
    if (answer.status !== 201) throw new Error(`a course was not created: ${answer.status}`);
    ids.push((await answer.json()).result._id);
  }
  const { clientToken, result } = await academy.call('POST', '/api/auth/login', {
    email: 'learner-1@academy.example',
    password,
  });
  const learner = { token: clientToken, person: result.clientId, fullname: result.fullname };
  const day = (offset) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  await academy.call(
    'POST',
    '/api/cm/user-course/assign-to-user',
    {
      clientId: learner.person,
      coursesIds: ids.slice(0, assigned),
      startDate: day(-7),
      expiryDate: day(60),
    },
    manager.token,
  );
  return { manager, learner };
}

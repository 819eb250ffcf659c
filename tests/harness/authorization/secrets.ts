// Checks that no answer of the REST API contains passwords, their hashes, or tokens outside sign-in.

/** Throws, naming the place, if an answer contains a secret. */
export function refuseSecrets(call: string, body: unknown): void {
  const signsIn = call.endsWith('login');
  const visit = (value: unknown, place: string): void => {
    if (Array.isArray(value)) {
      value.forEach((entry, index) => visit(entry, `${place}[${index}]`));
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, entry] of Object.entries(value)) {
        const text = typeof entry === 'string';
        if (text && /password|passwd/i.test(name)) throw new Error(`${call} answers with ${place}.${name}`);
        if (text && /token/i.test(name) && !signsIn) throw new Error(`${call} answers with ${place}.${name}`);
        visit(entry, `${place}.${name}`);
      }
    } else if (typeof value === 'string' && /\$argon2|\$scrypt|\$2[aby]\$/.test(value)) {
      throw new Error(`${call} answers with a password's hash at ${place}`);
    }
  };
  visit(body, 'answer');
}

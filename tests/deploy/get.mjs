const ASK_MS = 5000;

/** A status, 0 if there was no answer, and the text. */
export async function get(url) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ASK_MS) });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { status: 0, text: String(error.cause ?? error) };
  }
}

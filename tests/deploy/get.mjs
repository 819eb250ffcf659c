const ASK_MS = 5000;

/** A status, 0 if there was no answer, and the text. */
export async function get(url, limitMs = ASK_MS) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(limitMs) });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { status: 0, text: String(error.cause ?? error) };
  }
}

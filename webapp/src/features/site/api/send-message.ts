import { call } from '@/lib/api-client';
import type { BotProof } from '@/lib/bot-proof';

export interface MessageInput extends BotProof {
  fullname: string;
  email: string;
  phonenumber: string;
  message: string;
}

/** Sends a visitor's message to the academy. */
export const sendMessage = (input: MessageInput) => call('POST', '/api/public/contact', input);

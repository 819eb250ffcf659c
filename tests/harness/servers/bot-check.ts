// Proofs for the bot check: ALTCHA's, solved by altcha-lib, and a fake of reCAPTCHA's verification service.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { solveChallenge } from 'altcha-lib/v1';

import type { Api } from '../api.ts';

export interface Challenge {
  algorithm: 'SHA-256';
  challenge: string;
  maxnumber: number;
  salt: string;
  signature: string;
}

/** The parts of an ALTCHA payload. */
export interface Solution {
  algorithm: string;
  challenge: string;
  number: number;
  salt: string;
  signature: string;
  took: number;
}

/** Gets a challenge from the academy and solves it. */
export async function solve(api: Api): Promise<Solution> {
  const { body } = await api.call<Challenge>('GET', '/api/captcha/challenge');
  const { algorithm, challenge, salt, signature, maxnumber } = body;
  const solution = await solveChallenge(challenge, salt, algorithm, maxnumber).promise;
  if (solution === null) throw new Error('altcha-lib found no number');
  return { algorithm, challenge, salt, signature, ...solution };
}

/** As the widget sends it. */
export const payloadOf = (solution: Solution): string => Buffer.from(JSON.stringify(solution)).toString('base64');

export const proof = async (api: Api): Promise<{ altcha: string }> => ({ altcha: payloadOf(await solve(api)) });

/** Speaks reCAPTCHA's protocol on a free loopback port. */
export class RecaptchaStandIn {
  /** The answer; null never answers. */
  answer: string | null = '{"success":true,"score":0.9}';
  status = 200;
  /** The forms it has received. */
  readonly asked: URLSearchParams[] = [];

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(port = 0): Promise<RecaptchaStandIn> {
    const server = createServer();
    const listening = once(server, 'listening');
    server.listen(port, '127.0.0.1');
    await listening;
    const standIn = new RecaptchaStandIn(server, (server.address() as AddressInfo).port);
    server.on('request', (request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        standIn.asked.push(new URLSearchParams(body));
        if (standIn.answer === null) return;
        response.writeHead(standIn.status, { 'content-type': 'application/json' }).end(standIn.answer);
      });
    });
    return standIn;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/siteverify`;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}

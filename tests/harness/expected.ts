// The shapes of answers that the contract defines.
import { expect } from 'vitest';

export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Opaque, at least 256 bits. */
export const TOKEN = /^[A-Za-z0-9_-]{43,}$/;

/** A failure: its status, its stable code, and its text if the contract defines one. */
export function failure(status: number, code: string, message?: string) {
  return {
    status,
    body: {
      code,
      message: message ?? expect.stringMatching(/\S/),
      requestId: expect.stringMatching(/\S/),
    },
  };
}

/** A success with this text. */
export function success(message: string, status = 200) {
  return { status, body: { message } };
}

/** 422 for one field. */
export function invalid(field: string, code: string, message?: string) {
  return {
    status: 422,
    body: {
      code: 'validation_failed',
      message: message ?? expect.stringMatching(/\S/),
      data: [{ field, code, message: message ?? expect.stringMatching(/\S/) }],
    },
  };
}

/** A manager with exactly these fields. */
export function managerShape(known: object = {}) {
  return {
    _id: expect.stringMatching(UUID),
    email: expect.any(String),
    fullname: expect.any(String),
    lastLogin: null,
    createdAt: expect.stringMatching(TIME),
    role: expect.stringMatching(/^(owner|manager|support)$/),
    ...known,
  };
}

/** A learner with exactly these fields. */
export function learnerShape(known: object = {}) {
  return {
    _id: expect.stringMatching(UUID),
    email: expect.any(String),
    fullname: expect.any(String),
    phonenumber: expect.any(String),
    address: expect.any(String),
    active: true,
    activated: true,
    status: 'offline',
    socketId: null,
    lastLogin: null,
    createdAt: expect.stringMatching(TIME),
    revision: expect.any(Number),
    ...known,
  };
}

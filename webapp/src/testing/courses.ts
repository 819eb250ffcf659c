import { http, HttpResponse } from 'msw';
import type { Course, Part } from '@/lib/models';
import { server } from './server';

export const partOf = (_id: string, title: string, change: Partial<Part> = {}): Part => ({
  _id,
  title,
  description: '',
  duration: 0,
  video: null,
  revision: 1,
  ...change,
});

export const courseOf = (change: Partial<Course> = {}): Course => ({
  _id: 'c1',
  id: 'c1',
  title: 'Python',
  description: 'Loops',
  image: null,
  parts: [partOf('a', 'One'), partOf('b', 'Two')],
  createdAt: '',
  updatedAt: '',
  revision: 1,
  ...change,
});

export interface CourseUpdate {
  revision: number;
  title?: string;
  description?: string;
  parts?: { _id?: string; title: string }[];
}

/** A server that has this course, and stores what is sent with its revision. */
export function keepCourse(stored: Course): CourseUpdate[] {
  const sent: CourseUpdate[] = [];
  let now = stored;
  server.use(
    http.put('*/api/cm/course/update-course', async ({ request }) => {
      const body = (await request.json()) as CourseUpdate;
      sent.push(body);
      if (body.revision !== now.revision) {
        return HttpResponse.json({ message: 'no', code: 'changed_meanwhile', result: now }, { status: 409 });
      }
      const parts = body.parts?.map(({ _id, title }, index) => partOf(_id ?? `new-${index}`, title)) ?? now.parts;
      now = { ...now, ...body, parts, revision: now.revision + 1 };
      return HttpResponse.json({ message: 'ok', result: now });
    }),
  );
  return sent;
}

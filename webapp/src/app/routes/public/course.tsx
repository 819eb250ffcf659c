import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { PageTitle } from '@/components/ui/page-title';
import { fetchPublicCourses } from '@/features/site/api/fetch-public-courses';
import { PublicCourseDetails } from '@/features/site/components/public-course';
import type { CourseCard } from '@/features/site/model';

interface Loaded {
  course: CourseCard;
  paragraphs: string[];
}

export const loader = async ({ params }: LoaderFunctionArgs): Promise<Loaded> => {
  const course = (await fetchPublicCourses()).find(({ _id }) => _id === params.courseId);
  if (!course) throw new Response(null, { status: 404 });
  return { course, paragraphs: course.description.split('\n').filter((line) => line.trim() !== '') };
};

export function Component() {
  const { course, paragraphs } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle>{course.title}</PageTitle>
      <PublicCourseDetails course={course} paragraphs={paragraphs} />
    </>
  );
}

import { Link } from 'react-router';
import { CourseImage } from '@/components/ui/course-image';
import type { CourseCard } from '../model';
import { When } from '../template';
import { CourseFacts } from './course-facts';

interface CoursePictureProps {
  course: CourseCard;
  /** Whether it is the page's first picture; a mark if the server decides. */
  first?: boolean | string;
  className?: string;
}

/** The course's picture, or its pattern. */
export function CoursePicture({ course, first = false, className }: CoursePictureProps) {
  const picture = { image: course.image, seed: course._id, className };
  return (
    <When
      value={course.image}
      otherwise={<CourseImage image={null} seed={course._id} turn={course.words?.turn} className={className} />}
    >
      <When value={first} otherwise={<CourseImage {...picture} />}>
        <CourseImage {...picture} first />
      </When>
    </When>
  );
}

interface PublicCourseCardProps {
  course: CourseCard;
  level?: 'h2' | 'h3';
  first?: boolean | string;
}

export function PublicCourseCard({ course, level: Heading = 'h3', first }: PublicCourseCardProps) {
  return (
    <article className="card relative flex h-full flex-col overflow-hidden transition duration-200 focus-within:border-accent hover:-translate-y-0.5 hover:border-accent">
      <CoursePicture course={course} first={first} />
      <div className="flex flex-1 flex-col gap-2 p-5">
        <Heading className="text-lg font-bold" dir="auto">
          {/* The whole card is the link's. */}
          <Link to={`/courses/${course._id}`} className="after:absolute after:inset-0">
            {course.title}
          </Link>
        </Heading>
        <p className="line-clamp-3 text-sm text-muted" dir="auto">
          {course.words?.summary ?? course.description}
        </p>
        <CourseFacts course={course} className="mt-auto flex flex-wrap gap-x-5 gap-y-1 pt-3 text-sm text-muted" />
      </div>
    </article>
  );
}

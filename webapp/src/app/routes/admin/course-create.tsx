import { useNavigate } from 'react-router';
import { CourseCreate } from '@/features/courses/components/course-create';
import { paths } from '@/lib/paths';

export function Component() {
  const navigate = useNavigate();
  return <CourseCreate onCreated={(courseId) => void navigate(paths.admin.updateCourse(courseId))} />;
}

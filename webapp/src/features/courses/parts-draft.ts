/** Under which name a course's unsaved lessons are kept in this tab. */
export const partsDraftName = (courseId: string): string => `course:${courseId}:parts`;

// Every kind of write that a client makes: which things it changes, the request, and their states afterwards. A write
// that has nothing to change just then is undefined. Marks are never used twice, so that states can be told apart.
import { assign, extend, report, setDates, unassign } from './writes/assignments.mjs';
import { purge, restore } from './writes/bin.mjs';
import {
  createCourse,
  deleteCaptions,
  deleteCourse,
  setPartVideo,
  updateCourse,
  uploadCaptions,
} from './writes/courses.mjs';
import {
  changeBank,
  changePassword,
  changeProfile,
  createLearner,
  importLearners,
  moveLearner,
  removeLearner,
  renameLearner,
  setPassword,
  switchLearner,
} from './writes/learners.mjs';
import {
  addFactor,
  changeRole,
  createManager,
  deleteManager,
  resetFactors,
  sendMailAgain,
} from './writes/managers.mjs';

// Passwords are hashed, which is work for the machine and not for the database.
export const WRITES = [
  { name: 'create course', weight: 10, make: createCourse },
  { name: 'change course', weight: 20, make: updateCourse },
  { name: 'set video', weight: 10, make: setPartVideo },
  { name: 'delete course', weight: 8, make: deleteCourse },
  { name: 'upload captions', weight: 6, make: uploadCaptions },
  { name: 'delete captions', weight: 2, make: deleteCaptions },
  { name: 'create learner', weight: 2, make: createLearner },
  { name: 'import learners', weight: 5, make: importLearners },
  { name: 'rename learner', weight: 8, make: renameLearner },
  { name: 'change e-mail', weight: 4, make: moveLearner },
  { name: 'switch learner', weight: 4, make: switchLearner },
  { name: 'remove learner', weight: 4, make: removeLearner },
  { name: 'restore', weight: 8, make: restore },
  { name: 'purge', weight: 4, make: purge },
  { name: 'change bank', weight: 8, make: changeBank },
  { name: 'set password', weight: 1, make: setPassword },
  { name: 'change password', weight: 1, make: changePassword },
  { name: 'create manager', weight: 2, make: createManager },
  { name: 'change role', weight: 4, make: changeRole },
  { name: 'add factor', weight: 2, make: addFactor },
  { name: 'reset factors', weight: 2, make: resetFactors },
  { name: 'delete manager', weight: 1, make: deleteManager },
  { name: 'send mail again', weight: 4, make: sendMailAgain },
  { name: 'assign', weight: 9, make: assign },
  { name: 'extend', weight: 20, make: extend },
  { name: 'set dates', weight: 6, make: setDates },
  { name: 'unassign', weight: 5, make: unassign },
  { name: 'change profile', weight: 10, make: changeProfile },
  { name: 'report progress', weight: 14, make: report },
];

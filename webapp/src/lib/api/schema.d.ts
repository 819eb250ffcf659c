/** Made by `npm run api:types -w webapp` from what the edge says of its calls; not to be edited. */
export interface paths {
    "/api/cm/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Creates a manager: the first is an owner, others have the role `manager`
         * @description Creates a manager: the first is an owner, others have the role `manager`. Allowed while no manager exists, or always when the server is configured so.
         */
        put: operations["signUpManager"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Opens a session that lasts 8 hours
         * @description Opens a session that lasts 8 hours. A manager with a second factor gives a code or a recovery code too: without one a right password is UNAUTHENTICATED second_factor_required, and a wrong one wrong_code.
         */
        post: operations["loginManager"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/auth/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Opens a manager's link */
        put: operations["unlockManager"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/auth/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gets the calling manager */
        post: operations["checkManager"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/auth/check-signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Succeeds while a manager can sign up */
        post: operations["checkSignUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/auth/update-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes the calling manager's password, ends the manager's other sessions and notifies the manager by mail */
        put: operations["changeManagerPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/auth/reauthenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes the calling session recent for 15 minutes, as a sign-in does, and counts as one */
        post: operations["reauthenticateManager"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the calling manager's session */
        post: operations["logoutManager"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/auth/fetch-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the calling manager's sessions, newest first: the live ones and the last 50 that ended */
        post: operations["listManagerSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/auth/end-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Ends one of the calling manager's sessions */
        put: operations["endManagerSession"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/auth/fetch-factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gets which factors the calling manager has */
        post: operations["getFactors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/auth/totp/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a secret for an authenticator app
         * @description Makes a secret for an authenticator app. Nothing is on, and nothing that is on changes, before ConfirmTotp.
         */
        post: operations["beginTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/auth/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Turns the authenticator app of the last BeginTotp on, makes new recovery codes, ends the manager's other sessions and notifies the manager by mail
         * @description Turns the authenticator app of the last BeginTotp on, makes new recovery codes, ends the manager's other sessions and notifies the manager by mail. The secret is valid for an hour.
         */
        put: operations["confirmTotp"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/auth/totp/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Turns the authenticator app off and notifies the manager by mail; the recovery codes go with the last factor
         * @description Turns the authenticator app off and notifies the manager by mail; the recovery codes go with the last factor. Succeeds if it is off already.
         */
        put: operations["disableTotp"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/auth/renew-recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replaces all recovery codes and notifies the manager by mail */
        put: operations["renewRecoveryCodes"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/auth/passkey/begin-registration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gets what the browser makes a passkey with */
        post: operations["beginPasskeyRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/auth/passkey/finish-registration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds the passkey that the browser made within five minutes, ends the manager's other sessions and notifies the manager by mail
         * @description Adds the passkey that the browser made within five minutes, ends the manager's other sessions and notifies the manager by mail. A manager's first factor comes with recovery codes.
         */
        post: operations["finishPasskeyRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/auth/passkey/begin-login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gets what the browser asks for a passkey with */
        post: operations["beginPasskeyLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/auth/passkey/finish-login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Opens the same session as ManagerSignIn.LoginManager, for an answer that is at most five minutes old */
        post: operations["finishPasskeyLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/auth/passkey/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gets the calling manager's passkeys, oldest first */
        post: operations["listPasskeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/auth/passkey/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Removes one of the calling manager's passkeys and notifies the manager by mail; the recovery codes go with the last factor */
        put: operations["deletePasskey"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Creates a learner and, in the same transaction, the activation mail
         * @description Creates a learner and, in the same transaction, the activation mail. Replaces an account that was never activated, because the address belongs to whoever can read its mail.
         */
        put: operations["signUpLearner"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Confirms the e-mail address
         * @description Confirms the e-mail address. Succeeds again for an activated account.
         */
        put: operations["activate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/resend-activation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mails a new activation link to an account that still needs one
         * @description Mails a new activation link to an account that still needs one. The response is the same for every e-mail address.
         */
        post: operations["resendActivation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Opens a session; a learner has one at a time, and an earlier one ends with signed_in_elsewhere */
        post: operations["loginLearner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Opens a learner's link */
        put: operations["unlockLearner"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/trylogin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Says whether a token still is a learner's session
         * @description Never fails for the token's sake: `status` is false, and `code` says why.
         */
        post: operations["tryLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reauthenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes the calling session recent for 15 minutes, as a sign-in does, and counts as one */
        post: operations["reauthenticateLearner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the calling learner's session */
        post: operations["logoutLearner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/update-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes the calling learner's password, ends other sessions and notifies the learner by mail */
        put: operations["changeLearnerPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mails a six-digit code valid for 10 minutes, with a link that opens its page on any device, and returns an opaque handle */
        post: operations["forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/forgotpassword/activation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Checks the code; 5 tries */
        put: operations["verifyRecoveryCode"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/forgotpassword/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Sets the password once after the code was verified; all sessions of the learner end */
        put: operations["resetPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/manager/fetch-managers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists all managers, oldest first
         * @description Lists all managers, oldest first.
         *     Needs the role `owner`.
         */
        post: operations["listManagers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/manager/register-manager": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Creates a manager, whose mails use the language of this call
         * @description Creates a manager, whose mails use the language of this call.
         *     Needs the role `owner`.
         */
        put: operations["createManager"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/manager/update-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Sets a manager's password and ends that manager's sessions
         * @description Sets a manager's password and ends that manager's sessions.
         *     Needs the role `owner`.
         */
        put: operations["updateManagerPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/manager/update-role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Sets a manager's role, which counts from the manager's next request on, in sessions that are open too, and notifies the manager by mail
         * @description Sets a manager's role, which counts from the manager's next request on, in sessions that are open too, and notifies the manager by mail. Succeeds without a change if the manager has the role.
         *     Needs the role `owner`.
         */
        put: operations["updateRole"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/manager/reset-factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Removes the second factor of another manager who has lost it, ends that manager's sessions and notifies the manager by mail
         * @description Removes the second factor of another manager who has lost it, ends that manager's sessions and notifies the manager by mail.
         *     Needs the role `owner`.
         */
        put: operations["resetFactors"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/manager/delete-manager": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes a manager and ends that manager's sessions
         * @description Deletes a manager and ends that manager's sessions.
         *     Needs the role `owner`.
         */
        post: operations["deleteManager"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user/fetch-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Lists learners: all of them by name, or one page when any paging field is given */
        put: operations["listLearners"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user/fetch-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gets a learner */
        post: operations["getLearner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user/create-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a learner who is active and activated
         * @description Creates a learner who is active and activated.
         *     Needs the role `manager` or `owner`.
         */
        post: operations["createLearner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user/update-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes a learner
         * @description Changes a learner. Absent fields keep their values, and an empty password keeps the password.
         *     Needs the role `manager` or `owner`.
         */
        put: operations["updateLearner"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user/update-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Sets a learner's password and ends the learner's session
         * @description Sets a learner's password and ends the learner's session.
         *     Needs the role `manager` or `owner`.
         */
        put: operations["updateLearnerPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user/update-activation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Activates or deactivates a learner
         * @description Activates or deactivates a learner. Activating also confirms the e-mail address; deactivating ends the session.
         */
        put: operations["updateActivation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user/update-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Sets a learner's status manually: `offline` signs the learner's live connections out (event `logout`) */
        put: operations["updateStatus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user/remove-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Moves a learner to the bin and ends their session; what is theirs is kept, and the e-mail address is free
         * @description Moves a learner to the bin and ends their session; what is theirs is kept, and the e-mail address is free.
         *     Needs the role `manager` or `owner`.
         */
        put: operations["deleteLearner"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user/bulk-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activates, deactivates, removes or signs out many learners, all or none
         * @description Activates, deactivates, removes or signs out many learners, all or none. Managers and services only; support does not remove.
         */
        post: operations["bulkChangeLearners"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes and changes learners, and assigns them courses, from a CSV file
         * @description The e-mail address is the key: an unknown one makes an account, a known one changes what differs, and a blank cell leaves what is there. Each row is for itself; the same file again changes nothing. At most 16 MiB and 50,000 rows. docs/rest-api.md describes the columns.
         */
        post: operations["importUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Writes learners into a CSV file that can be imported again */
        post: operations["exportUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user/fetch-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists a learner's sessions, newest first: the live one and the last 50 that ended */
        post: operations["listLearnerSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user/fetch-bank": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gets a learner's bank details, and records that in the audit trail
         * @description Gets a learner's bank details, and records that in the audit trail.
         *     Needs the role `manager` or `owner`.
         */
        post: operations["getLearnerBank"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Ends a learner's session with signed_out_by_manager; succeeds if there is none */
        put: operations["signOutLearner"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/mail/fetch-mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists mails without their texts, newest first, one page at a time */
        post: operations["listDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/mail/send-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a mail again: one that is not sent yet at once, a sent or expired activation mail with a new link */
        post: operations["resendMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/mail/send-test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mails the calling manager, to try whether mails arrive; the mail's state then says what became of it
         * @description Mails the calling manager, to try whether mails arrive; the mail's state then says what became of it. Owners only.
         *     Needs the role `owner`.
         */
        post: operations["sendTestMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/audit/fetch-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists events by time, newest first, one page at a time
         * @description Lists events by time, newest first, one page at a time.
         *     Needs the role `manager` or `owner`.
         */
        post: operations["listEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/site/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gets the public site for editing
         * @description The draft, or what is published where there is none, over the site folder; and how it looks in each language, with its examples. Owners only.
         */
        post: operations["fetchSiteDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/site/save-draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Stores a draft of the public site
         * @description In place of an earlier draft; visitors see nothing of it. A problem's `field` is file and key, `en/home.json: hero.heading`. Owners only.
         */
        put: operations["saveSiteDraft"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/site/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Shows the draft of the public site to visitors
         * @description On every edge within a second or two, and on this one when it answers. Without a draft it does nothing. Owners only.
         */
        put: operations["publishSite"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/site/upload-picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stores a picture for the site
         * @description Stores a picture for the site. It is removed when neither what is published nor the draft has named it for a week. Owners only.
         *     Needs the role `owner`.
         */
        post: operations["uploadSitePicture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/health/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Says how the academy is, and what to do where something is the matter
         * @description The disk, the database of each service, backups, mails, videos, feeds between the services and the certificates. A service that does not answer within two seconds is an item as well.
         */
        post: operations["fetchHealth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/health/fetch-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Says how many requests failed in the last day, and which routes were slow
         * @description Of the edge that answers, since its start or for a day. Videos, uploads, imports, exports and the web app's files count, but are not among the slowest: their clients decide how long they take.
         */
        post: operations["fetchRequests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/bin/fetch-items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists deleted courses and learners, last deleted first
         * @description They can be restored until `purgeAt`, which is later if the academy does not run meanwhile. `kind` is `course` or `learner`.
         */
        post: operations["fetchBinItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/bin/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Takes a deleted course or learner out of the bin, as it was
         * @description With its assignments and progress. A learner's e-mail address may have been taken meanwhile.
         */
        put: operations["restoreBinItem"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/bin/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Deletes a course or a learner in the bin for good
         * @description With media, assignments and progress. Owners only.
         */
        put: operations["purgeBinItem"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/missing/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists what is missing, learners before courses; a kind of which nothing is missing is left out
         * @description Lists what is missing, learners before courses; a kind of which nothing is missing is left out.
         *     Needs the role `manager` or `owner`.
         */
        post: operations["listMissing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/missing/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Deletes the assignments and progress of all missing learners, or courses, for good, and accepts the list without them
         * @description Deletes the assignments and progress of all missing learners, or courses, for good, and accepts the list without them. Nobody agrees to more than they were shown: nothing happens if their number is not `count`. Needs a recent session.
         *     Needs the role `owner`.
         */
        put: operations["acceptMissing"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/course/fetch-courses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists courses: all of them, newest first, or one page when any paging field is given */
        post: operations["listCourses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/course/fetch-course": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gets a course as ListCourses does */
        post: operations["getCourse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/course/create-course": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Creates a course
         * @description Creates a course.
         *     Needs the role `manager` or `owner`.
         */
        put: operations["createCourse"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/course/update-course": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes a course; absent fields keep their values
         * @description Changes a course; absent fields keep their values.
         *     Needs the role `manager` or `owner`.
         */
        put: operations["updateCourse"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/course/set-part-video": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Sets the video of one part; everything else of the course keeps its value, so that managers who set the videos of different parts at once lose nothing
         * @description Sets the video of one part; everything else of the course keeps its value, so that managers who set the videos of different parts at once lose nothing.
         *     Needs the role `manager` or `owner`.
         */
        put: operations["setPartVideo"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/course/update-image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replaces a course's picture
         * @description Replaces a course's picture.
         *     Needs the role `manager` or `owner`.
         */
        post: operations["updateCourseImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/course/delete-course": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Moves a course to the bin, where nobody sees or watches it; its media, assignments and progress are kept
         * @description Moves a course to the bin, where nobody sees or watches it; its media, assignments and progress are kept. The fields may be sent as a JSON body instead of in the query.
         *     Needs the role `manager` or `owner`.
         */
        delete: operations["deleteCourse"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/media/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates an upload, with its first bytes or without
         * @description With `X-HTTP-Method-Override: PATCH` or `DELETE`, below this path, it stands for those methods.
         */
        post: operations["createUpload"];
        delete?: never;
        /** Says what of tus is spoken here */
        options: operations["describeUploads"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/media/uploads/{uploadId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last segment of `Location`; the asset's id too. */
                uploadId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Ends an upload and removes what it stored */
        delete: operations["deleteUpload"];
        /** Says what of tus is spoken here */
        options: operations["describeUpload"];
        /**
         * Says how much of an upload is stored
         * @description A failure has no body here, only its status.
         */
        head: operations["getUpload"];
        /**
         * Appends bytes at exactly the stored offset
         * @description What was stored when the connection breaks stays stored, unless a checksum was announced: then all bytes of the request count or none. Once the whole length is there, processing begins.
         */
        patch: operations["appendUpload"];
        trace?: never;
    };
    "/api/cm/media/fetch-asset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gets an asset
         * @description Gets an asset.
         *     Needs the role `manager` or `owner`.
         */
        post: operations["getAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/media/fetch-uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists videos that are not playable yet and those of which something failed, newest first, at most 100
         * @description Lists videos that are not playable yet and those of which something failed, newest first, at most 100.
         *     Needs the role `manager` or `owner`.
         */
        post: operations["listUploads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/media/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Begins again, with the uploaded file, what failed; what waits for the end of an outage begins at once
         * @description Begins again, with the uploaded file, what failed; what waits for the end of an outage begins at once. Changes nothing about a video that is at work or whole.
         *     Needs the role `manager` or `owner`.
         */
        put: operations["retryAsset"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/media/fetch-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gets what a player needs to show a ready asset to the calling manager, as learners see it
         * @description Gets what a player needs to show a ready asset to the calling manager, as learners see it. The URLs work for this session only, for at most 8 hours.
         *     Needs the role `manager` or `owner`.
         */
        post: operations["getPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/media/upload-captions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stores captions (.vtt or .srt) of an asset in one language, replacing earlier ones
         * @description Stores captions (.vtt or .srt) of an asset in one language, replacing earlier ones. The first language is the default until captions are uploaded with `default` set.
         *     Needs the role `manager` or `owner`.
         */
        post: operations["uploadCaptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/media/delete-captions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes captions
         * @description Deletes captions. If they were the default, the first remaining language becomes the default. The fields may be sent as a JSON body instead of in the query.
         *     Needs the role `manager` or `owner`.
         */
        delete: operations["deleteCaptions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user-course/fetch-users-course": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists a course's assignments with their learners, and the learners without one: both lists complete, by name, or one page when any paging field is given */
        post: operations["listCourseLearners"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user-course/assign-user-course": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Assigns a course to learners; those who already have it get the new dates */
        put: operations["assignLearners"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user-course/delete-selected-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Removes a course from learners
         * @description Removes a course from learners.
         *     Needs the role `manager` or `owner`.
         */
        put: operations["unassignLearners"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user-course/fetch-user-courses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists a learner's assignments with their progress, and the courses without one: both lists complete, newest course first, or one page when any paging field is given */
        post: operations["listLearnerCourses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user-course/assign-to-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Assigns courses to a learner */
        post: operations["assignCourses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user-course/update-expdate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes an assignment's dates */
        put: operations["updateDates"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user-course/remove-user-course": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Removes a course from a learner
         * @description Removes a course from a learner.
         *     Needs the role `manager` or `owner`.
         */
        put: operations["unassignCourse"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user-course/bulk-assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Assigns a course to many learners, by id or e-mail address, each on its own: learners who cannot be assigned are reported and do not affect the others
         * @description Assigns a course to many learners, by id or e-mail address, each on its own: learners who cannot be assigned are reported and do not affect the others. With `dryRun` nothing changes.
         */
        put: operations["bulkAssign"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user-course/extend-course": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Moves the expiry of a course's assignments, all or none
         * @description Moves the expiry of a course's assignments, all or none. With `dryRun` nothing changes.
         */
        put: operations["extendCourse"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user-course/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Writes a course's learners with dates, state and progress into a CSV file */
        post: operations["exportCourse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/user-course/fetch-statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gets a course's statistics: its learners, completions in the last 90 days, and where viewers of each part stop */
        post: operations["getCourseStatistics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cm/dashboard/fetch-figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gets the statistics of the dashboard */
        post: operations["getDashboard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/fetch-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gets the calling learner's profile */
        post: operations["getProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/update-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes the calling learner's profile
         * @description Changes the calling learner's profile. Absent fields keep their values, and an empty password keeps the password; a new one ends other sessions.
         */
        post: operations["updateProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/fetch-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the calling learner's sessions, newest first: the live one and the last 50 that ended */
        post: operations["listOwnSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/end-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Ends one of the calling learner's sessions */
        put: operations["endOwnSession"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/fetch-bank": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gets the calling learner's bank details */
        post: operations["getOwnBank"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/update-bank": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replaces the calling learner's bank details; empty strings remove them */
        put: operations["updateOwnBank"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user-course/fetch-courses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists the learner's assignments, each with course and progress; parts include no media
         * @description Lists the learner's assignments, each with course and progress; parts include no media. Progress has only the parts that the learner has begun; GetMyCourse has all of them.
         */
        post: operations["listMyCourses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user-course/fetch-course": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gets one assigned course with what a player needs in this session */
        post: operations["getMyCourse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user-course/update-progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Adds watched intervals and stores the last position */
        put: operations["updateProgress"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/site": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets what the public pages say of the academy
         * @description Name, contact details, languages, what sign-up and sign-in ask for, and the texts of the public pages in one language.
         */
        get: operations["fetchSite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/page-view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts a page that a browser shows
         * @description For the academy's own figures; nothing is kept of who looked. An address that is no page of the web app counts as `other`. Of one address 600 a minute are counted, and more are answered alike.
         */
        post: operations["countPageView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/fetch-courses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists courses as visitors see them, newest first */
        post: operations["listPublicCourses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Queues a visitor's message as a mail to the academy
         * @description Queues a visitor's message as a mail to the academy. Requires the bot check unless its policy is `off`.
         */
        post: operations["sendContactMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/captcha/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Creates a challenge in ALTCHA's own format */
        get: operations["getChallenge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets a course's picture
         * @description The address is a course's `image`. Its name changes with its content.
         */
        get: operations["getImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{token}/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets a playlist, segment, key, poster or caption file
         * @description Addresses come from `playback` of a learner's course, and from the playlists behind them. The token in them is bound to one session and assignment: once either ends, every address is 403.
         */
        get: operations["getMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers while the edge lives */
        get: operations["checkAlive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers while the edge lives, as /healthz does */
        get: operations["checkLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Says whether every service is ready, and which is not */
        get: operations["checkReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz/edge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Says whether this edge is to get requests
         * @description For balancers. A service that is not ready takes no edge away: it is not ready for the others either.
         */
        get: operations["checkEdgeReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets the edge's counters in Prometheus' text form
         * @description For this machine only, unless the academy runs with `--metrics-public`.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets this document */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        TryLoginResponse: {
            message: string;
            status: boolean;
            result?: components["schemas"]["LearnerIdentity"];
            /** @description Why the session is not valid, if status is false: unauthenticated, signed_in_elsewhere, expired, ... */
            code?: string;
            /** @description The sign-in that took over, if code is signed_in_elsewhere and it is still known. */
            elsewhere?: components["schemas"]["Takeover"];
        };
        /** @description The signed-in learner, as the client stores it. */
        LearnerIdentity: {
            clientId: string;
            fullname: string;
        };
        /** @description A sign-in that ended a learner's earlier session: a learner can be signed in on one device at a time. */
        Takeover: {
            /**
             * Format: date-time
             * @description RFC 3339 UTC with milliseconds.
             */
            signedInAt: string;
            /** @description User-Agent. */
            device: string;
        };
        ImportUsersResponse: {
            message: string;
            result: components["schemas"]["ImportReport"];
        };
        ImportReport: {
            dryRun: boolean;
            /** @description False if the import stopped after `rows` rows; the last issue says where and why. */
            complete: boolean;
            /**
             * Format: int32
             * @description Rows in total, and by what happened to their accounts.
             */
            rows: number;
            /** Format: int32 */
            created: number;
            /** Format: int32 */
            updated: number;
            /** Format: int32 */
            unchanged: number;
            /** Format: int32 */
            refused: number;
            assignments: components["schemas"]["ImportReportAssignments"];
            /** @description The columns that were read, by their English names. */
            columns: string[];
            /** @description Columns that the import does not know, as named in the file. */
            ignoredColumns: string[];
            /** @description `utf-8` or `windows-1256`. */
            encoding: string;
            /** @description `,`, `;` or a tab. */
            delimiter: string;
            /** @description The first 1,000 issues. */
            issues: components["schemas"]["ImportReportIssue"][];
            /** Format: int32 */
            moreIssues: number;
        };
        ImportReportAssignments: {
            /** Format: int32 */
            assigned: number;
            /** Format: int32 */
            datesChanged: number;
            /** Format: int32 */
            unchanged: number;
            /** Format: int32 */
            refused: number;
        };
        ImportReportIssue: {
            /**
             * Format: int64
             * @description First line of the row in the file, from 1.
             */
            line: number;
            email: string;
            /** @description The column's name; may be empty. */
            field: string;
            code: string;
            message: string;
        };
        FetchBinItemsResponse: {
            message: string;
            /** @description Last deleted first. */
            result: components["schemas"]["BinItem"][];
            /** @description The next page's cursor, null on the last page. */
            nextCursor: string | null;
            /**
             * Format: int64
             * @description Number of all items.
             */
            total: number;
        };
        BinItem: {
            _id: string;
            /** @description `course` or `learner`. */
            kind: string;
            /** @description The course's title or the learner's full name. */
            title: string;
            deletedAt: string;
            /** @description The manager's full name; the id if the manager is gone. */
            deletedBy: string;
            /** @description When it is deleted for good. Later if the academy does not run meanwhile. */
            purgeAt: string;
        };
        ChangeBinItemResponse: {
            message: string;
        };
        FetchHealthResponse: {
            message: string;
            result: components["schemas"]["HealthItem"][];
        };
        /** @description One thing that the academy watches about itself. */
        HealthItem: {
            /** @description `disk`, `database-auth`, `database-catalog`, `database-enrollment`, `database-presence`, `backup`, `mail`, `encoding`, `feeds`, `requests`, `speed`, `certificate` or `grpc-certificate`. */
            name: string;
            /** @description `ok`, `warning` or `failing`. */
            state: string;
            /** @description What is the matter, as a stable word; `ok` if nothing is. */
            code: string;
            /** @description The same in English. */
            text: string;
            /** @description Since when it has been so, RFC 3339. */
            since: string;
            /** @description What to do about it, in English; empty if nothing is the matter. */
            remedy: string;
            /**
             * Format: int64
             * @description The figure that belongs to it: free bytes of `disk`; seconds since the last heartbeat of a database; seconds that the oldest mail has waited, or the oldest video for `encoding`, where with encoding_failed it is the number of failed videos; seconds for which one of the `feeds` has been lost, where with data_missing and list_refused it is the number of missing learners and courses; seconds since the last `backup`; how many `requests` failed in the last day; milliseconds of the slowest route for `speed`; seconds until the `certificate` or the `grpc-certificate` of a process expires, negative afterwards.
             */
            value: number;
        };
        FetchRequestsResponse: {
            message: string;
            result: components["schemas"]["RequestReport"];
        };
        /** @description The requests of the last day that the edge which answers has answered. */
        RequestReport: {
            /** @description RFC 3339: a day ago, or the start of the edge. */
            since: string;
            /** Format: int64 */
            requests: number;
            /**
             * Format: int64
             * @description Those answered with a status of 500 or more.
             */
            failed: number;
            /** @description The slowest routes first, ten at most, of those with 20 requests or more. Videos, uploads, exports and files of the web app are not among them: their clients decide how long they take. */
            slowest: components["schemas"]["RouteReport"][];
        };
        RouteReport: {
            route: string;
            /** Format: int64 */
            requests: number;
            /** Format: int64 */
            failed: number;
            /**
             * Format: int64
             * @description Milliseconds within which half of the requests were answered, 95 of 100 of them, and all. The first two are rounded up to 5, 10, 25, 50, 100, ... 30,000.
             */
            halfMs: number;
            /** Format: int64 */
            mostMs: number;
            /** Format: int64 */
            longestMs: number;
        };
        SignUpManagerRequest: {
            email: string;
            password: string;
            fullname: string;
            /** @description The code printed at start, if the first sign-up requires one. */
            setupCode?: string;
            /** @description Solution of the bot check, when the policy requires one. */
            altcha?: string;
            recaptcha?: string;
        };
        SignUpManagerResponse: {
            message: string;
            result: components["schemas"]["Manager"];
        };
        /** @description A manager (administrator). */
        Manager: {
            /** @description UUIDv7. */
            _id: string;
            /** @description As typed at sign-up; unique ignoring case. */
            email: string;
            fullname: string;
            /**
             * Format: date-time
             * @description The sign-in before the current one, RFC 3339 UTC with milliseconds; unset until the second sign-in.
             */
            lastLogin: string | null;
            /**
             * Format: date-time
             * @description RFC 3339 UTC with milliseconds.
             */
            createdAt: string;
            /**
             * @description One of `owner`, `manager` or `support`. Says what the manager may do.
             * @enum {string}
             */
            role: "owner" | "manager" | "support";
        };
        LoginManagerRequest: {
            email: string;
            password: string;
            /** @description Solution of the bot check, when the policy requires one. */
            altcha?: string;
            recaptcha?: string;
            /** @description Of a manager with a second factor: the six digits that the authenticator app shows, which are good once. */
            code?: string;
            /** @description Instead of `code`: one of the recovery codes, which is used up. */
            recoveryCode?: string;
        };
        LoginManagerResponse: {
            message: string;
            /** @description Opaque bearer token, 256 random bits. */
            token: string;
            /**
             * Format: int32
             * @description Seconds until the session expires.
             */
            expiresIn: number;
            result: components["schemas"]["LoginManagerIdentity"];
        };
        /** @description The signed-in manager, as the client stores it. */
        LoginManagerIdentity: {
            _id: string;
            fullname: string;
            /**
             * Format: date-time
             * @description The previous sign-in, RFC 3339 UTC with milliseconds; null at the first.
             */
            lastLogin: string | null;
        };
        UnlockManagerRequest: {
            /** @description The link's token. */
            token: string;
        };
        UnlockManagerResponse: {
            message: string;
        };
        CheckManagerResponse: {
            message: string;
            result: components["schemas"]["Manager"];
            /** @description Whether the manager must set up a second factor, and may do nothing else before. */
            secondFactorSetupRequired: boolean;
        };
        CheckSignUpResponse: {
            message: string;
            /** @description Whether SignUpManager requires the code printed at start. */
            setupCodeRequired: boolean;
            /** @description Whether no manager exists yet, so that the academy is to be set up. */
            first: boolean;
        };
        ChangeManagerPasswordRequest: {
            /** @description The current password. */
            password: string;
            newPassword: string;
        };
        ChangeManagerPasswordResponse: {
            message: string;
            success: boolean;
            /** @description The same text as `message`, under the name that the admin shell reads. */
            msg: string;
        };
        ReauthenticateManagerRequest: {
            /** @description The current password; required unless there is a passkey. */
            password?: string;
            /** @description Of a manager with a second factor: the six digits that the authenticator app shows, or a recovery code. */
            code?: string;
            /** @description Instead of both. */
            passkey?: components["schemas"]["PasskeyAssertionInput"];
        };
        /** @description The browser's answer to Passkeys.BeginPasskeyLogin: AuthenticationResponseJSON of WebAuthn Level 3, as far as it is read. Binary values are base64url without padding. */
        PasskeyAssertionInput: {
            id: string;
            response: components["schemas"]["PasskeyAssertionResponseInput"];
        };
        PasskeyAssertionResponseInput: {
            clientDataJSON: string;
            authenticatorData: string;
            signature: string;
        };
        ReauthenticateManagerResponse: {
            message: string;
        };
        LogoutManagerResponse: {
            message: string;
        };
        ListManagerSessionsResponse: {
            message: string;
            result: components["schemas"]["PersonSession"][];
        };
        /** @description A session of a manager or a learner: when, from where and on which device it was opened. */
        PersonSession: {
            /** @description UUIDv7. */
            _id: string;
            /**
             * Format: date-time
             * @description RFC 3339 UTC with milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339 UTC with milliseconds; null while the session is live.
             */
            endedAt: string | null;
            /** @description Why it ended: logout, signed_in_elsewhere, password_changed, deactivated, removed, expired, idle, signed_out_by_manager. */
            reason: string | null;
            /** @description Remote address. */
            peer: string;
            /** @description User-Agent. */
            device: string;
            /** @description Whether this is the caller's own session. */
            current: boolean;
            /**
             * Format: date-time
             * @description Until then the session may do what hands an account over: 15 minutes after the sign-in or the last reauthentication. RFC 3339 UTC with milliseconds; null once the session has ended.
             */
            recentUntil: string | null;
        };
        EndManagerSessionRequest: {
            sessionId: string;
        };
        EndManagerSessionResponse: {
            message: string;
        };
        GetFactorsResponse: {
            message: string;
            result: components["schemas"]["GetFactorsFactors"];
        };
        GetFactorsFactors: {
            /** @description Whether an authenticator app is on. */
            totp: boolean;
            /**
             * Format: int32
             * @description How many passkeys there are.
             */
            passkeys: number;
            /**
             * Format: int32
             * @description How many recovery codes are left.
             */
            recoveryCodes: number;
            /** @description Whether the academy requires a second factor of every manager. */
            required: boolean;
        };
        BeginTotpResponse: {
            message: string;
            result: components["schemas"]["BeginTotpSecret"];
        };
        BeginTotpSecret: {
            /** @description Base32, 160 random bits, for typing in. */
            secret: string;
            /** @description The same as an otpauth:// address, for a QR code. */
            uri: string;
        };
        ConfirmTotpRequest: {
            /** @description The six digits that the authenticator app shows. */
            code: string;
        };
        ConfirmTotpResponse: {
            message: string;
            result: components["schemas"]["RecoveryCodes"];
        };
        /** @description Recovery codes, each good for one sign-in. They are sent only when they are made. */
        RecoveryCodes: {
            recoveryCodes: string[];
        };
        DisableTotpResponse: {
            message: string;
        };
        RenewRecoveryCodesResponse: {
            message: string;
            result: components["schemas"]["RecoveryCodes"];
        };
        BeginPasskeyRegistrationResponse: {
            message: string;
            result: components["schemas"]["BeginPasskeyRegistrationOptions"];
        };
        /** @description PublicKeyCredentialCreationOptionsJSON. */
        BeginPasskeyRegistrationOptions: {
            rp: components["schemas"]["BeginPasskeyRegistrationOptionsRelyingParty"];
            user: components["schemas"]["BeginPasskeyRegistrationOptionsUser"];
            challenge: string;
            pubKeyCredParams: components["schemas"]["BeginPasskeyRegistrationOptionsAlgorithm"][];
            /**
             * Format: int32
             * @description Milliseconds.
             */
            timeout: number;
            excludeCredentials: components["schemas"]["PasskeyDescriptor"][];
            authenticatorSelection: components["schemas"]["BeginPasskeyRegistrationOptionsSelection"];
            attestation: string;
        };
        BeginPasskeyRegistrationOptionsRelyingParty: {
            id: string;
            name: string;
        };
        BeginPasskeyRegistrationOptionsUser: {
            id: string;
            name: string;
            displayName: string;
        };
        BeginPasskeyRegistrationOptionsAlgorithm: {
            /** @description `public-key`. */
            type: string;
            /**
             * Format: int32
             * @description A COSE algorithm.
             */
            alg: number;
        };
        /** @description PublicKeyCredentialDescriptorJSON. */
        PasskeyDescriptor: {
            id: string;
            /** @description `public-key`. */
            type: string;
            transports: string[];
        };
        BeginPasskeyRegistrationOptionsSelection: {
            residentKey: string;
            requireResidentKey: boolean;
            userVerification: string;
        };
        FinishPasskeyRegistrationRequest: {
            credential: components["schemas"]["NewPasskeyInput"];
            /** @description What the manager calls it, at most 60 characters; may be empty. */
            name?: string;
        };
        /** @description RegistrationResponseJSON, as far as it is read. No attestation is asked for, so its object is not. */
        NewPasskeyInput: {
            id: string;
            response: components["schemas"]["NewPasskeyResponseInput"];
        };
        NewPasskeyResponseInput: {
            clientDataJSON: string;
            authenticatorData: string;
            /**
             * Format: int32
             * @description A COSE algorithm.
             */
            publicKeyAlgorithm: number;
            transports?: string[];
        };
        FinishPasskeyRegistrationResponse: {
            message: string;
            result: components["schemas"]["FinishPasskeyRegistrationAdded"];
        };
        FinishPasskeyRegistrationAdded: {
            passkey: components["schemas"]["Passkey"];
            /** @description Each good for one sign-in; only with the manager's first factor. */
            recoveryCodes: string[];
        };
        Passkey: {
            _id: string;
            /** @description May be empty. */
            name: string;
            /**
             * Format: date-time
             * @description RFC 3339 UTC with milliseconds.
             */
            createdAt: string;
            /** @description The last sign-in with it, likewise; null before the first. */
            lastUsedAt: string | null;
            /** @description Whether it is copied to the manager's other devices, by a password manager for example. */
            synced: boolean;
        };
        BeginPasskeyLoginResponse: {
            message: string;
            result: components["schemas"]["BeginPasskeyLoginOptions"];
        };
        /** @description PublicKeyCredentialRequestOptionsJSON. It names no passkeys: the browser offers those it has. */
        BeginPasskeyLoginOptions: {
            challenge: string;
            /**
             * Format: int32
             * @description Milliseconds.
             */
            timeout: number;
            rpId: string;
            userVerification: string;
        };
        FinishPasskeyLoginRequest: {
            credential: components["schemas"]["PasskeyAssertionInput"];
        };
        ListPasskeysResponse: {
            message: string;
            result: components["schemas"]["Passkey"][];
            /** @description The address of the pages where passkeys work, `https://academy.example`; empty if the academy's address allows none. */
            origin: string;
        };
        DeletePasskeyRequest: {
            passkeyId: string;
        };
        DeletePasskeyResponse: {
            message: string;
        };
        SignUpLearnerRequest: {
            email: string;
            password: string;
            fullname: string;
            /** @description Solution of the bot check, when the policy requires one. */
            altcha?: string;
            recaptcha?: string;
        };
        SignUpLearnerResponse: {
            message: string;
            /** @description `sent`: the mail is queued, even if the mail server is down. */
            activation: string;
        };
        ActivateRequest: {
            email: string;
            token: string;
        };
        ActivateResponse: {
            message: string;
        };
        ResendActivationRequest: {
            email: string;
        };
        ResendActivationResponse: {
            message: string;
        };
        LoginLearnerRequest: {
            email: string;
            password: string;
            altcha?: string;
            recaptcha?: string;
        };
        LoginLearnerResponse: {
            message: string;
            /** @description Opaque bearer token, 256 random bits. */
            clientToken: string;
            result: components["schemas"]["LearnerIdentity"];
        };
        UnlockLearnerRequest: {
            /** @description The link's token. */
            token: string;
        };
        UnlockLearnerResponse: {
            message: string;
        };
        ReauthenticateLearnerRequest: {
            /** @description The current password. */
            password: string;
        };
        ReauthenticateLearnerResponse: {
            message: string;
        };
        LogoutLearnerResponse: {
            message: string;
        };
        ChangeLearnerPasswordRequest: {
            password: string;
            newPassword: string;
        };
        ChangeLearnerPasswordResponse: {
            message: string;
        };
        ForgotPasswordRequest: {
            email: string;
            altcha?: string;
            recaptcha?: string;
            /** @description Sends another code although one is valid, at most one a minute. Earlier codes stay valid with their own handles. */
            again?: boolean;
        };
        ForgotPasswordResponse: {
            message: string;
            result: components["schemas"]["ForgotPasswordRecovery"];
        };
        ForgotPasswordRecovery: {
            /** @description Opaque recovery handle; not the learner's id. */
            userId: string;
        };
        VerifyRecoveryCodeRequest: {
            /** @description The recovery handle. */
            userId: string;
            code: string;
        };
        VerifyRecoveryCodeResponse: {
            message: string;
        };
        ResetPasswordRequest: {
            /** @description The recovery handle. */
            userId: string;
            password: string;
        };
        ResetPasswordResponse: {
            message: string;
        };
        ListManagersResponse: {
            message: string;
            result: components["schemas"]["Manager"][];
        };
        CreateManagerRequest: {
            email: string;
            password: string;
            fullname: string;
            /**
             * @description One of `owner`, `manager` or `support`; `manager` if absent.
             * @enum {string}
             */
            role?: "owner" | "manager" | "support";
        };
        CreateManagerResponse: {
            message: string;
            result: components["schemas"]["Manager"];
        };
        UpdateManagerPasswordRequest: {
            userId: string;
            password: string;
        };
        UpdateManagerPasswordResponse: {
            message: string;
        };
        UpdateRoleRequest: {
            userId: string;
            /**
             * @description One of `owner`, `manager` or `support`.
             * @enum {string}
             */
            role: "owner" | "manager" | "support";
            /** @description The role that the caller has seen; ABORTED changed_meanwhile if the manager has another one now, unless it is the requested one. */
            seenRole?: string;
        };
        UpdateRoleResponse: {
            message: string;
            result: components["schemas"]["Manager"];
        };
        ResetFactorsRequest: {
            userId: string;
        };
        ResetFactorsResponse: {
            message: string;
        };
        DeleteManagerRequest: {
            managerId: string;
        };
        DeleteManagerResponse: {
            message: string;
        };
        ListLearnersRequest: {
            /** @description Folded for Arabic letter forms and case; matches name, e-mail and phone. */
            search?: string;
            /** @description `fullname`, `email`, `createdAt` or `lastLogin`, with `-` before it for descending. */
            sort?: string;
            /**
             * Format: int32
             * @description Page size, 1 to 1000; 50 when another paging field is given without it.
             */
            limit?: number;
            /** @description The nextCursor of the previous page. */
            cursor?: string;
            active?: boolean;
            /** @description Whether the e-mail address was confirmed. */
            activated?: boolean;
            /** @description As last reported by presence. */
            online?: boolean;
            /**
             * Format: int32
             * @description Only learners with a currently active assignment that ends within this many days, 1 to 366.
             */
            expiringWithinDays?: number;
            /** @description Only these learners, at most 50,000. */
            clientIds?: string[];
        };
        ListLearnersResponse: {
            message: string;
            result: components["schemas"]["Learner"][];
            /** @description The next page's cursor, null on the last page. Only a paged response has `nextCursor` and `total`. */
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description How many are found. Of a list without a search it is up to a minute old if it is more than 100,000.
             */
            total?: number;
            /** @description True if a search finds more than were counted: then `total` is a part of them. */
            totalAtLeast?: boolean;
        };
        /** @description A learner (client). */
        Learner: {
            /** @description UUIDv7. */
            _id: string;
            email: string;
            fullname: string;
            phonenumber: string;
            address: string;
            /** @description Whether managers allow the learner to sign in. */
            active: boolean;
            /** @description Whether the e-mail address was confirmed. */
            activated: boolean;
            /**
             * @description One of `online` or `offline`; as last reported by presence.
             * @enum {string}
             */
            status: "online" | "offline";
            /** @description Id of the live connection while online. */
            socketId: string | null;
            /**
             * Format: date-time
             * @description RFC 3339 UTC with milliseconds; null before the first sign-in.
             */
            lastLogin: string | null;
            /**
             * Format: date-time
             * @description RFC 3339 UTC with milliseconds.
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Goes up by one with each change of what managers edit: e-mail, name, phone, address, `active` and `activated`; 1 at first.
             */
            revision: number;
        };
        GetLearnerRequest: {
            clientId: string;
        };
        GetLearnerResponse: {
            message: string;
            result: components["schemas"]["Learner"];
        };
        CreateLearnerRequest: {
            email: string;
            password: string;
            fullname: string;
            phonenumber?: string;
            address?: string;
        };
        CreateLearnerResponse: {
            message: string;
            result: components["schemas"]["Learner"];
        };
        UpdateLearnerRequest: {
            clientId: string;
            email?: string;
            password?: string;
            fullname?: string;
            phonenumber?: string;
            address?: string;
            /**
             * Format: int64
             * @description The learner's revision that the caller has seen; ABORTED changed_meanwhile if it has another one now.
             */
            revision?: number;
        };
        UpdateLearnerResponse: {
            message: string;
            result: components["schemas"]["Learner"];
        };
        UpdateLearnerPasswordRequest: {
            clientId: string;
            password: string;
        };
        UpdateLearnerPasswordResponse: {
            message: string;
        };
        UpdateActivationRequest: {
            clientId: string;
            /** @description absent is INVALID_ARGUMENT. */
            active: boolean;
            /**
             * Format: int64
             * @description The learner's revision that the caller has seen; ABORTED changed_meanwhile if it has another one now and is not active or inactive as requested already.
             */
            revision?: number;
        };
        UpdateActivationResponse: {
            message: string;
            result: components["schemas"]["Learner"];
        };
        UpdateStatusRequest: {
            userId: string;
            /**
             * @description One of `online` or `offline`.
             * @enum {string}
             */
            status: "online" | "offline";
            socketId?: string;
        };
        UpdateStatusResponse: {
            message: string;
        };
        DeleteLearnerRequest: {
            clientId: string;
        };
        DeleteLearnerResponse: {
            message: string;
        };
        BulkChangeLearnersRequest: {
            /** @description 1 to 1,000. */
            clientIds: string[];
            /**
             * @description One of `activate`, `deactivate`, `remove` or `sign-out`.
             * @enum {string}
             */
            action: "activate" | "deactivate" | "remove" | "sign-out";
        };
        BulkChangeLearnersResponse: {
            message: string;
            /**
             * Format: int32
             * @description Number of learners whom the action changed.
             */
            changed: number;
        };
        ListLearnerSessionsRequest: {
            clientId: string;
        };
        ListLearnerSessionsResponse: {
            message: string;
            result: components["schemas"]["PersonSession"][];
        };
        GetLearnerBankRequest: {
            clientId: string;
        };
        GetLearnerBankResponse: {
            message: string;
            result: components["schemas"]["BankDetails"];
        };
        /** @description The bank account for refunds to a learner. Strings are empty until the learner enters them. */
        BankDetails: {
            accountHolder: string;
            bankName: string;
            /** @description Upper-case, without spaces. */
            iban: string;
            /**
             * Format: date-time
             * @description RFC 3339 UTC with milliseconds; null until bank details are entered.
             */
            updatedAt: string | null;
        };
        SignOutLearnerRequest: {
            clientId: string;
        };
        SignOutLearnerResponse: {
            message: string;
        };
        ListDeliveriesRequest: {
            /** @description Only mails to this learner. */
            clientId?: string;
            /**
             * @description One of `waiting`, `sent`, `failed` or `expired`.
             * @enum {string}
             */
            state?: "waiting" | "sent" | "failed" | "expired";
            /**
             * Format: int32
             * @description Page size, 1 to 1000; 50 when absent.
             */
            limit?: number;
            /** @description The nextCursor of the previous page. */
            cursor?: string;
        };
        ListDeliveriesResponse: {
            message: string;
            result: components["schemas"]["MailDelivery"][];
            /** @description Null on the last page. */
            nextCursor: string | null;
        };
        /** @description A mail as managers see it, without its text, which may hold a token or a code. */
        MailDelivery: {
            /** @description UUIDv7. */
            _id: string;
            to: string;
            /**
             * @description One of `activation`, `recovery`, `password_changed`, `email_changed`, `role_changed`, `contact`, `unlock`, `factors_changed` or `test`.
             * @enum {string}
             */
            kind: "activation" | "recovery" | "password_changed" | "email_changed" | "role_changed" | "contact" | "unlock" | "factors_changed" | "test";
            subject: string;
            /**
             * @description One of `waiting`, `sent`, `failed` or `expired`. An expired mail was too old to be sent.
             * @enum {string}
             */
            state: "waiting" | "sent" | "failed" | "expired";
            /**
             * Format: int32
             * @description Delivery attempts started.
             */
            attempts: number;
            /** @description Error of the last failed attempt; empty if none failed or the mail was sent. */
            lastError: string;
            /**
             * Format: date-time
             * @description All times here are RFC 3339 UTC with milliseconds.
             */
            createdAt: string;
            /** @description Null unless waiting. */
            nextAttemptAt: string | null;
            /** @description Null unless sent. */
            sentAt: string | null;
            /** @description Whether ResendMail accepts this mail. */
            repeatable: boolean;
        };
        ResendMailRequest: {
            mailId: string;
        };
        ResendMailResponse: {
            message: string;
            result: components["schemas"]["MailDelivery"];
        };
        SendTestMailResponse: {
            message: string;
            result: components["schemas"]["MailDelivery"];
        };
        ListEventsRequest: {
            /** @description Events match every filter that is given. */
            actorId?: string;
            /** @description Also matches events whose details name this learner or course. */
            subjectId?: string;
            /** @description A whole action, or a prefix that ends with a dot (`learner.`). */
            action?: string;
            /** @description A date in the academy's time zone or an RFC 3339 time. Both ends are inclusive. */
            from?: string;
            to?: string;
            /**
             * Format: int32
             * @description Page size, 1 to 1000; 50 when absent.
             */
            limit?: number;
            /** @description The nextCursor of the previous page. */
            cursor?: string;
        };
        ListEventsResponse: {
            message: string;
            result: components["schemas"]["AuditEvent"][];
            /** @description Null on the last page. */
            nextCursor: string | null;
        };
        AuditEvent: {
            /** @description UUIDv7, assigned by the service that recorded the event. */
            _id: string;
            /**
             * Format: int64
             * @description Position in the chain, from 1, without gaps.
             */
            position: number;
            /**
             * Format: date-time
             * @description RFC 3339 UTC with milliseconds.
             */
            at: string;
            actor: components["schemas"]["AuditParty"];
            /** @description `subject.verb` in snake case: `learner.created`, `manager.signed_in`, `course.deleted`, ... */
            action: string;
            subject: components["schemas"]["AuditParty"];
            /** @description The actor's remote address and User-Agent. */
            peer: string;
            device: string;
            requestId: string;
            /** @description Further facts: names of changed fields, dates, counts. Never a password, token, code or mail body. */
            details: {
                [key: string]: string;
            };
            /** @description SHA-256 over this event and the hash of the one before it, in hex. */
            hash: string;
        };
        /** @description The actor or the subject of an event. */
        AuditParty: {
            /** @description An actor: `manager`, `learner`, `service`, `system` (whoever runs the academy's commands on its machine) or `anonymous`; a subject: `manager`, `learner`, `session`, `course`, `assignment`, `asset`, `mail` or `keys`. */
            kind: string;
            /** @description Empty when there is none. */
            _id: string;
            /** @description Display name at the time of the event: a full name, an e-mail address, a title. */
            name: string;
        };
        UploadSitePictureResponse: {
            message: string;
            result: components["schemas"]["UploadSitePicturePicture"];
        };
        UploadSitePicturePicture: {
            /** @description As the site's files name it, `images/<id>.webp`; served at `/` and this. */
            file: string;
        };
        ListMissingResponse: {
            message: string;
            result: components["schemas"]["ListMissingKind"][];
        };
        ListMissingKind: {
            /**
             * @description One of learner or course.
             * @enum {string}
             */
            kind: "learner" | "course";
            /**
             * Format: int64
             * @description Number of missing learners or courses.
             */
            count: number;
            /**
             * Format: int64
             * @description Number of their assignments.
             */
            assignments: number;
            /** @description When the first of them was found to be missing. */
            since: string;
            /** @description When the first of them are deleted unless they are listed again. Later if the academy does not run meanwhile. Null while the list is refused: then nothing is deleted by itself. */
            deleteAt: string | null;
            /** @description Whether the list is refused because it lacks so many. */
            refused: boolean;
            /** @description The ids of some of them, at most 20. */
            sample: string[];
        };
        AcceptMissingRequest: {
            /**
             * @description One of learner or course.
             * @enum {string}
             */
            kind: "learner" | "course";
            /**
             * Format: int64
             * @description The `count` of listMissing.
             */
            count: number;
        };
        AcceptMissingResponse: {
            message: string;
            /** @description What was deleted. */
            result: components["schemas"]["AcceptMissingResult"];
        };
        AcceptMissingResult: {
            /**
             * @description One of learner or course.
             * @enum {string}
             */
            kind: "learner" | "course";
            /**
             * Format: int64
             * @description Number of learners or courses that were missing.
             */
            count: number;
            /**
             * Format: int64
             * @description Number of their assignments.
             */
            assignments: number;
        };
        ListCoursesRequest: {
            search?: string;
            /** @description `title`, `createdAt` or `updatedAt`, with `-` before it for descending. */
            sort?: string;
            /**
             * Format: int32
             * @description 1 to 1000.
             */
            limit?: number;
            cursor?: string;
        };
        ListCoursesResponse: {
            message: string;
            result: components["schemas"]["Course"][];
            nextCursor?: string | null;
            /** Format: int64 */
            total?: number;
        };
        Course: {
            /** @description UUIDv7. */
            _id: string;
            /** @description The same value as `_id`; the specification requires both. */
            id: string;
            /** @description 1 to 200 characters. */
            title: string;
            /** @description Up to 20,000 characters. */
            description: string;
            /** @description URL path of the picture, or null. */
            image: string | null;
            parts: components["schemas"]["Part"][];
            /**
             * Format: date-time
             * @description RFC 3339 UTC with milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339 UTC with milliseconds.
             */
            updatedAt: string;
            /**
             * Format: int64
             * @description Goes up by one with each change of the course or its parts; 1 at first. The state of a video is not counted.
             */
            revision: number;
        };
        /** @description One part (lesson) of a course; the list's order is the course's order. */
        Part: {
            /** @description UUIDv7; a part sent without an id is new. */
            _id: string;
            /** @description 1 to 200 characters. */
            title: string;
            /** @description Up to 20,000 characters. */
            description: string;
            /**
             * Format: double
             * @description Seconds; 0 until the video is known.
             */
            duration: number;
            /** @description Null until the part has a video. */
            video: components["schemas"]["PartVideo"] | null;
            /**
             * Format: int64
             * @description Goes up by one with each change of its title, its description, or which video it has; 1 at first. UpdateCourse refuses to change a part that is sent with another revision than it has now. 0, like an absent one, is not compared.
             */
            revision: number;
        };
        /** @description The state of a part's video. */
        PartVideo: {
            /** @description The asset's id, which is also the upload's id. */
            assetId: string;
            /**
             * @description One of uploading, queued, processing, ready or failed.
             * @enum {string}
             */
            status: "uploading" | "queued" | "processing" | "ready" | "failed";
            /**
             * Format: int32
             * @description Progress of the current status, 0 to 100 per cent.
             */
            progress: number;
            /** @description Why it failed, worded for managers; null otherwise. */
            error: string | null;
        };
        GetCourseRequest: {
            courseId: string;
        };
        GetCourseResponse: {
            message: string;
            result: components["schemas"]["Course"];
        };
        /** @description One part (lesson) of a course; the list's order is the course's order. */
        PartInput: {
            /** @description UUIDv7; a part sent without an id is new. */
            _id?: string;
            /** @description 1 to 200 characters. */
            title?: string;
            /** @description Up to 20,000 characters. */
            description?: string;
            /**
             * Format: double
             * @description Seconds; 0 until the video is known.
             */
            duration?: number;
            /** @description Null until the part has a video. */
            video?: components["schemas"]["PartVideoInput"] | null;
            /**
             * Format: int64
             * @description Goes up by one with each change of its title, its description, or which video it has; 1 at first. UpdateCourse refuses to change a part that is sent with another revision than it has now. 0, like an absent one, is not compared.
             */
            revision?: number;
        };
        /** @description The state of a part's video. */
        PartVideoInput: {
            /** @description The asset's id, which is also the upload's id. */
            assetId?: string;
            /**
             * @description One of uploading, queued, processing, ready or failed.
             * @enum {string}
             */
            status?: "uploading" | "queued" | "processing" | "ready" | "failed";
            /**
             * Format: int32
             * @description Progress of the current status, 0 to 100 per cent.
             */
            progress?: number;
            /** @description Why it failed, worded for managers; null otherwise. */
            error?: string | null;
        };
        CreateCourseResponse: {
            message: string;
            result: components["schemas"]["Course"];
        };
        UpdateCourseRequest: {
            courseId: string;
            title?: string;
            description?: string;
            /** @description A plain list in JSON. Replaces the whole list: parts left out are removed. */
            parts?: components["schemas"]["PartInput"][];
            /**
             * Format: int64
             * @description The course's revision that the caller has seen; ABORTED changed_meanwhile if it has another one now. So is a part with a revision, unless it is sent as it is now.
             */
            revision?: number;
        };
        UpdateCourseResponse: {
            message: string;
            result: components["schemas"]["Course"];
        };
        SetPartVideoRequest: {
            courseId: string;
            partId: string;
            /** @description UpdateCourse takes a video away. */
            assetId: string;
            /**
             * Format: int64
             * @description The part's revision that the caller has seen; ABORTED changed_meanwhile if it has another one now.
             */
            revision?: number;
        };
        SetPartVideoResponse: {
            message: string;
            result: components["schemas"]["Course"];
        };
        UpdateCourseImageResponse: {
            message: string;
            result: components["schemas"]["Course"];
        };
        DeleteCourseRequest: {
            courseId?: string;
        };
        DeleteCourseResponse: {
            message: string;
        };
        GetAssetRequest: {
            assetId: string;
        };
        GetAssetResponse: {
            message: string;
            result: components["schemas"]["Asset"];
        };
        Asset: {
            _id: string;
            filename: string;
            /**
             * @description One of uploading, queued, processing, ready or failed.
             * @enum {string}
             */
            status: "uploading" | "queued" | "processing" | "ready" | "failed";
            /**
             * Format: int32
             * @description Progress of the current status, in per cent. Below 100 for a ready asset while smaller renditions are being added.
             */
            progress: number;
            error: string | null;
            /**
             * Format: double
             * @description Seconds.
             */
            duration: number;
            /** Format: int32 */
            width: number;
            /** Format: int32 */
            height: number;
            /**
             * Format: int64
             * @description Bytes of the upload.
             */
            size: number;
            renditions: components["schemas"]["Rendition"][];
            captions: components["schemas"]["Captions"][];
            /** @description Why it waits for the end of an outage, or why something failed, also after it was ready: a code, such as storage_unavailable, database_unavailable, disk_full, ffmpeg_unavailable, source_missing, interrupted, processing_crashed, not_video or video_damaged. Null otherwise. */
            reason: string | null;
            /**
             * @description What failed and can be tried again. Null if nothing did. One of prepare, encode, pictures or ladder.
             * @enum {string|null}
             */
            failedStage: "prepare" | "encode" | "pictures" | "ladder" | null;
        };
        Rendition: {
            /**
             * Format: int32
             * @description Pixels.
             */
            height: number;
            /**
             * Format: int64
             * @description Peak, in bits per second.
             */
            bitrate: number;
        };
        Captions: {
            /** @description BCP 47. */
            lang: string;
            label: string;
            /** @description Whether players show these by default; one language of an asset is the default. */
            default: boolean;
            /** @description Another one for each upload; means nothing else. */
            version: string;
        };
        ListUploadsResponse: {
            message: string;
            result: components["schemas"]["UploadInWork"][];
        };
        /** @description A video in progress, or of which something failed, listed once for each part that uses it. */
        UploadInWork: {
            /** @description The asset's id. */
            _id: string;
            filename: string;
            /**
             * @description One of uploading, queued, processing, ready or failed.
             * @enum {string}
             */
            status: "uploading" | "queued" | "processing" | "ready" | "failed";
            /**
             * Format: int32
             * @description Progress of the current status, in per cent.
             */
            progress: number;
            error: string | null;
            /**
             * Format: int64
             * @description Bytes of the upload.
             */
            size: number;
            /** @description The part that uses it, and its course; empty if no part does. */
            partId: string;
            partTitle: string;
            courseId: string;
            courseTitle: string;
            /** @description As in Asset. */
            reason: string | null;
            /**
             * @description As in Asset. One of prepare, encode, pictures or ladder.
             * @enum {string|null}
             */
            failedStage: "prepare" | "encode" | "pictures" | "ladder" | null;
        };
        RetryAssetRequest: {
            assetId: string;
        };
        RetryAssetResponse: {
            message: string;
            result: components["schemas"]["Asset"];
        };
        GetPreviewRequest: {
            assetId: string;
        };
        GetPreviewResponse: {
            message: string;
            result: components["schemas"]["Preview"];
        };
        /** @description How to play one asset. Every URL carries a token bound to this session. */
        Preview: {
            hls: string;
            poster: string | null;
            thumbnails: string | null;
            captions: components["schemas"]["PreviewCaptions"][];
            /**
             * Format: double
             * @description Seconds.
             */
            duration: number;
        };
        PreviewCaptions: {
            lang: string;
            label: string;
            url: string;
            /** @description Whether players show these by default. */
            default: boolean;
        };
        UploadCaptionsResponse: {
            message: string;
            result: components["schemas"]["Asset"];
        };
        DeleteCaptionsRequest: {
            assetId: string;
            lang: string;
            /** @description The version that the caller has seen; ABORTED changed_meanwhile if there is another one now. */
            version?: string;
        };
        DeleteCaptionsResponse: {
            message: string;
            result: components["schemas"]["Asset"];
        };
        ListCourseLearnersRequest: {
            courseId: string;
            /** @description Matches name, e-mail and phone, folded for Arabic letter forms and case. Any of `search`, `sort`, `limit`, `cursor`, `active`, `state` or `list` makes the response a page. */
            search?: string;
            /** @description The learner's `fullname`, `email`, `createdAt` or `lastLogin`; for learners with the course also `startDate`, `expiryDate` or `assignedAt`. With `-` before it for descending. */
            sort?: string;
            /**
             * Format: int32
             * @description Page size, 1 to 1000; 50 if absent.
             */
            limit?: number;
            /** @description The nextCursor of the previous page. */
            cursor?: string;
            /** @description Only learners who are active, or only those who are not. */
            active?: boolean;
            /** @description Only assignments that are `upcoming`, `active` or `expired`. */
            state?: string;
            /** @description `assigned` or `unassigned`: returns only that list, as a page. If absent, `result` is paged and `users` holds at most one page. */
            list?: string;
        };
        CourseLearners: {
            message: string;
            /** @description Each with `user` set. */
            result: components["schemas"]["Assignment"][];
            /** @description Learners who do not have the course. */
            users: components["schemas"]["Learner"][];
            /** @description The next page's cursor, null on the last page. Only a paged response has `nextCursor` and `total`. */
            nextCursor?: string | null;
            /** Format: int64 */
            total?: number;
            /** @description True if a search in a course of many learners may find more than `total`. */
            totalAtLeast?: boolean;
        };
        Assignment: {
            /** @description UUIDv7. */
            _id: string;
            courseId: string;
            clientId: string;
            /** @description Same as clientId. */
            userId: string;
            /**
             * Format: date-time
             * @description First instant of access, RFC 3339 UTC with milliseconds.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description Last instant of access, RFC 3339 UTC with milliseconds.
             */
            expiryDate: string;
            /**
             * @description One of upcoming, active or expired.
             * @enum {string}
             */
            state: "upcoming" | "active" | "expired";
            course: components["schemas"]["Course"];
            /** @description Only in lists of a course's learners. */
            user?: components["schemas"]["Learner"];
            /** @description Only in the learner's own lists and in a manager's list of a learner's courses. */
            progress?: components["schemas"]["Progress"];
            /**
             * Format: int64
             * @description Goes up by one with each change of the dates; 1 at first.
             */
            revision: number;
        };
        Progress: {
            /**
             * Format: int32
             * @description Over all parts, weighted by duration, 0 to 100.
             */
            percent: number;
            /** @description One for each part of the course, in its order; in a learner's own list only for those that were begun. */
            parts: components["schemas"]["PartProgress"][];
            /** @description The part watched last. */
            lastPartId: string | null;
            /**
             * Format: int32
             * @description A part counts as completed once this percentage of it was watched.
             */
            completePercent: number;
        };
        PartProgress: {
            partId: string;
            /**
             * Format: double
             * @description Where to resume, seconds; 0 again once the part is finished.
             */
            position: number;
            /**
             * Format: double
             * @description Length of the union of all watched intervals, seconds.
             */
            watchedSeconds: number;
            /**
             * Format: double
             * @description Seconds.
             */
            duration: number;
            /**
             * Format: int32
             * @description 0 to 100.
             */
            percent: number;
            completed: boolean;
            updatedAt: string | null;
        };
        AssignLearnersRequest: {
            courseId: string;
            /** @description 1 to 1,000. */
            userIds: string[];
            startDate: string;
            expiryDate: string;
            /** @description Matches name, e-mail and phone, folded for Arabic letter forms and case. Any of `search`, `sort` or `limit` makes the response a first page, like that of fetch-users-course. */
            search?: string;
            /** @description The learner's `fullname`, `email`, `createdAt` or `lastLogin`; for learners with the course also `startDate`, `expiryDate` or `assignedAt`. With `-` before it for descending. */
            sort?: string;
            /**
             * Format: int32
             * @description Page size, 1 to 1000; 50 if absent.
             */
            limit?: number;
        };
        UnassignLearnersRequest: {
            courseId: string;
            /** @description 1 to 1,000. */
            userIds: string[];
            /** @description Matches name, e-mail and phone, folded for Arabic letter forms and case. Any of `search`, `sort` or `limit` makes the response a first page, like that of fetch-users-course. */
            search?: string;
            /** @description The learner's `fullname`, `email`, `createdAt` or `lastLogin`; for learners with the course also `startDate`, `expiryDate` or `assignedAt`. With `-` before it for descending. */
            sort?: string;
            /**
             * Format: int32
             * @description Page size, 1 to 1000; 50 if absent.
             */
            limit?: number;
        };
        ListLearnerCoursesRequest: {
            clientId: string;
            /** @description Matches the title, folded for Arabic letter forms and case. Any of `search`, `sort`, `limit`, `cursor`, `state` or `list` makes the response a page. */
            search?: string;
            /** @description The course's `title`, `createdAt` or `updatedAt`; for assigned courses also `startDate`, `expiryDate` or `assignedAt`. With `-` before it for descending. */
            sort?: string;
            /**
             * Format: int32
             * @description Page size, 1 to 1000; 50 if absent.
             */
            limit?: number;
            /** @description The nextCursor of the previous page. */
            cursor?: string;
            /** @description Only assignments that are `upcoming`, `active` or `expired`. */
            state?: string;
            /** @description `assigned` or `unassigned`: returns only that list, as a page. If absent, `userCourses` is paged and `unselectedCourses` holds at most one page. */
            list?: string;
        };
        LearnerCourses: {
            message: string;
            /** @description Each with `course` and `progress` set. */
            userCourses: components["schemas"]["Assignment"][];
            /** @description Courses that the learner does not have. */
            unselectedCourses: components["schemas"]["Course"][];
            /** @description The next page's cursor, null on the last page. Only a paged response has `nextCursor` and `total`. */
            nextCursor?: string | null;
            /** Format: int64 */
            total?: number;
        };
        AssignCoursesRequest: {
            clientId: string;
            /** @description 1 to 1,000. */
            coursesIds: string[];
            startDate: string;
            expiryDate: string;
        };
        UpdateDatesRequest: {
            /** @description The assignment's id, or a course's id if `clientId` is given. */
            courseId: string;
            clientId?: string;
            startDate: string;
            expiryDate: string;
            /**
             * Format: int64
             * @description The assignment's revision that the caller has seen; ABORTED changed_meanwhile if it has another one now.
             */
            revision?: number;
        };
        UpdateDatesResponse: {
            message: string;
            result: components["schemas"]["Assignment"];
        };
        UnassignCourseRequest: {
            /** @description A course's id or an assignment's id. */
            courseId: string;
            /** @description Needed with a course's id. */
            clientId?: string;
        };
        BulkAssignRequest: {
            courseId: string;
            /** @description Learners' ids. Together with `emails` 1 to 1,000. */
            userIds?: string[];
            /** @description Learners' e-mail addresses, as pasted by a person. */
            emails?: string[];
            startDate: string;
            expiryDate: string;
            /** @description Gives the new dates to learners who already have the course; otherwise they keep theirs. */
            updateExisting?: boolean;
            dryRun?: boolean;
        };
        BulkAssignResponse: {
            message: string;
            /** @description One row per id and address of the request: first the ids, then the addresses, each in the order given. */
            result: components["schemas"]["BulkAssignRow"][];
            counts: components["schemas"]["BulkAssignCounts"];
        };
        BulkAssignRow: {
            /** @description The id or address as given. */
            given: string;
            /**
             * @description One of assigned, dates_changed, already_assigned, unknown, invalid or repeated.
             * @enum {string}
             */
            status: "assigned" | "dates_changed" | "already_assigned" | "unknown" | "invalid" | "repeated";
            /** @description This and the next two are null for unknown, invalid and repeated rows. */
            clientId: string | null;
            fullname: string | null;
            email: string | null;
        };
        BulkAssignCounts: {
            /** Format: int32 */
            assigned: number;
            /** Format: int32 */
            datesChanged: number;
            /** Format: int32 */
            alreadyAssigned: number;
            /**
             * Format: int32
             * @description Unknown, invalid and repeated rows.
             */
            refused: number;
        };
        ExtendCourseRequest: {
            courseId: string;
            /** @description Only the assignments of these learners, at most 1,000; all of the course's if empty. */
            userIds?: string[];
            /** @description Only assignments that are `upcoming`, `active` or `expired`. */
            state?: string;
            /** @description The new expiry. Exactly one of `expiryDate` and `days` is required. */
            expiryDate?: string;
            /**
             * Format: int32
             * @description Moves each expiry by this many days, 1 to 3,650.
             */
            days?: number;
            /** @description Also shortens assignments that end after `expiryDate`; otherwise those keep their date. */
            shorten?: boolean;
            dryRun?: boolean;
        };
        ExtendCourseResponse: {
            message: string;
            /** @description The assignments that change, soonest expiry first; at most 1,000. */
            result: components["schemas"]["ExtendCourseRow"][];
            /**
             * Format: int32
             * @description Number of assignments that change, beyond the first 1,000 too, and of selected assignments that do not.
             */
            changed: number;
            /** Format: int32 */
            unchanged: number;
        };
        ExtendCourseRow: {
            assignmentId: string;
            clientId: string;
            fullname: string;
            startDate: string;
            /** @description The expiry before and after. */
            expiryDate: string;
            newExpiryDate: string;
            /**
             * @description One of upcoming, active or expired.
             * @enum {string}
             */
            state: "upcoming" | "active" | "expired";
            /**
             * @description One of upcoming, active or expired.
             * @enum {string}
             */
            newState: "upcoming" | "active" | "expired";
        };
        GetCourseStatisticsRequest: {
            courseId: string;
        };
        GetCourseStatisticsResponse: {
            message: string;
            result: components["schemas"]["GetCourseStatisticsResult"];
        };
        GetCourseStatisticsResult: {
            learners: components["schemas"]["GetCourseStatisticsLearners"];
            /** @description The last 90 days, oldest first. */
            completions: components["schemas"]["GetCourseStatisticsDay"][];
            /** @description In the course's order. */
            parts: components["schemas"]["GetCourseStatisticsPart"][];
        };
        GetCourseStatisticsLearners: {
            /** Format: int64 */
            assigned: number;
            /** Format: int64 */
            upcoming: number;
            /** Format: int64 */
            active: number;
            /** Format: int64 */
            expired: number;
            /**
             * Format: int64
             * @description Assigned learners who started to watch, and who completed every part that existed at the time.
             */
            started: number;
            /** Format: int64 */
            completed: number;
        };
        GetCourseStatisticsDay: {
            /** @description `2026-12-31`. */
            day: string;
            /**
             * Format: int64
             * @description Learners who completed the course on that day.
             */
            completed: number;
        };
        GetCourseStatisticsPart: {
            partId: string;
            title: string;
            /**
             * Format: double
             * @description Seconds.
             */
            duration: number;
            /** Format: int64 */
            viewers: number;
            /** Format: int64 */
            completed: number;
            /** @description The part is divided into 20 segments of equal length. Counts for each segment the viewers who stopped in it (viewers who completed the part stopped nowhere), and the viewers who watched at least half of it. */
            stopped: number[];
            watched: number[];
        };
        GetDashboardResponse: {
            message: string;
            result: components["schemas"]["GetDashboardResult"];
        };
        GetDashboardResult: {
            /**
             * Format: int64
             * @description Learners who watched in the last 30 days, and today.
             */
            activeLearners: number;
            /** Format: int64 */
            activeToday: number;
            /** @description Over all courses. */
            assignments: components["schemas"]["AssignmentCounts"];
            /**
             * Format: int64
             * @description Active assignments that end within 7 days.
             */
            expiringSoon: number;
            /** @description The last 30 days, oldest first. */
            watched: components["schemas"]["GetDashboardDay"][];
        };
        AssignmentCounts: {
            /** Format: int64 */
            assigned: number;
            /** Format: int64 */
            upcoming: number;
            /** Format: int64 */
            active: number;
            /** Format: int64 */
            expired: number;
        };
        GetDashboardDay: {
            /** @description `2026-12-31`. */
            day: string;
            /**
             * Format: double
             * @description Hours of video that a learner watched for the first time.
             */
            hours: number;
            /**
             * Format: int64
             * @description Learners who watched.
             */
            learners: number;
        };
        GetProfileResponse: {
            message: string;
            result: components["schemas"]["Learner"];
        };
        UpdateProfileRequest: {
            password?: string;
            fullname?: string;
            phonenumber?: string;
            address?: string;
            /**
             * Format: int64
             * @description The learner's revision that the caller has seen; ABORTED changed_meanwhile if it has another one now.
             */
            revision?: number;
        };
        UpdateProfileResponse: {
            message: string;
            result: components["schemas"]["Learner"];
        };
        ListOwnSessionsResponse: {
            message: string;
            result: components["schemas"]["PersonSession"][];
        };
        EndOwnSessionRequest: {
            sessionId: string;
        };
        EndOwnSessionResponse: {
            message: string;
        };
        GetOwnBankResponse: {
            message: string;
            result: components["schemas"]["BankDetails"];
        };
        UpdateOwnBankRequest: {
            /** @description At most 200 characters. */
            accountHolder?: string;
            /** @description At most 200 characters. */
            bankName?: string;
            /** @description ISO 13616; spaces and lower-case letters are accepted. Empty for none. */
            iban?: string;
        };
        UpdateOwnBankResponse: {
            message: string;
            result: components["schemas"]["BankDetails"];
        };
        ListMyCoursesResponse: {
            message: string;
            result: components["schemas"]["Assignment"][];
        };
        GetMyCourseRequest: {
            courseId: string;
        };
        GetMyCourseResponse: {
            message: string;
            result: components["schemas"]["GetMyCourseResult"];
        };
        GetMyCourseResult: {
            assignment: components["schemas"]["Assignment"];
            course: components["schemas"]["Course"];
            progress: components["schemas"]["Progress"];
            /** @description By part id. */
            playback: {
                [key: string]: components["schemas"]["GetMyCoursePlayback"];
            };
        };
        /** @description How to play one ready part. Every URL carries a token bound to this session and assignment. */
        GetMyCoursePlayback: {
            hls: string;
            poster: string | null;
            thumbnails: string | null;
            captions: components["schemas"]["GetMyCourseCaptionTrack"][];
            /**
             * Format: double
             * @description Where to resume, seconds.
             */
            position: number;
            /** Format: double */
            duration: number;
        };
        GetMyCourseCaptionTrack: {
            lang: string;
            label: string;
            url: string;
            /** @description Whether players show these by default. */
            default: boolean;
        };
        UpdateProgressRequest: {
            courseId: string;
            partId: string;
            /**
             * Format: double
             * @description Seconds.
             */
            position?: number;
            watched?: components["schemas"]["IntervalInput"][];
        };
        /** @description From `from` to `to`, in seconds of the video. */
        IntervalInput: [
            number,
            number
        ];
        UpdateProgressResponse: {
            message: string;
            result: components["schemas"]["Progress"];
        };
        ListPublicCoursesRequest: {
            /**
             * Format: int32
             * @description 1 to 1000; all courses if absent.
             */
            limit?: number;
            cursor?: string;
        };
        ListPublicCoursesResponse: {
            message: string;
            result: components["schemas"]["PublicCourse"][];
            nextCursor?: string | null;
            /** Format: int64 */
            total?: number;
        };
        /** @description A course as visitors see it. */
        PublicCourse: {
            _id: string;
            title: string;
            description: string;
            image: string | null;
            /** Format: int32 */
            partsCount: number;
            /**
             * Format: double
             * @description Total duration of all parts, seconds.
             */
            duration: number;
        };
        SendContactMessageRequest: {
            fullname: string;
            /** @description Address for the reply. */
            email: string;
            phonenumber?: string;
            /** @description 1 to 4,000 characters. */
            message: string;
            /** @description Solution of the bot check. */
            altcha?: string;
            recaptcha?: string;
        };
        SendContactMessageResponse: {
            message: string;
        };
        /** @description https://altcha.org/docs/v2/server-integration: find `number` <= maxnumber with SHA-256(salt + number) = challenge. */
        GetChallengeResponse: {
            algorithm: string;
            challenge: string;
            /** Format: int64 */
            maxnumber: number;
            salt: string;
            signature: string;
            /** @description Every response of the edge has one. */
            message: string;
        };
        /** @description Every answer that is no success. */
        Failure: {
            /** @description English text for people. */
            message: string;
            /** @description Stable snake_case word for clients to act upon and translate. */
            code: string;
            /** @description The same as X-Request-Id. */
            requestId: string;
            /** @description The fields that were refused, where the request was at fault. */
            data?: components["schemas"]["FieldViolation"][];
        };
        /** @description One field that was refused. */
        FieldViolation: {
            /** @description The field's name, with a path for nested ones: `parts[2].title`. */
            field: string;
            /** @description Stable word for clients to translate. */
            code: string;
            /** @description English text for people. */
            message: string;
        };
        /** @description A failure as the admin shell reads it. */
        FlaggedFailure: components["schemas"]["Failure"] & {
            /** @constant */
            success: false;
            /** @description The same text as `message`. */
            msg: string;
        };
        Message: {
            message: string;
        };
        Readiness: {
            message: string;
            /** @constant */
            ready: true;
            missing: string[];
            silent: string[];
        };
        /** @description A text in each language it is known in. */
        LocalizedText: {
            ar?: string;
            en?: string;
        };
        /** @description What the public pages say of the academy, from what owners have published and its site folder, and what forms must know. */
        Site: {
            name: string | components["schemas"]["LocalizedText"];
            email: string;
            phone: string;
            whatsapp: string;
            address: string | components["schemas"]["LocalizedText"];
            workingHours: string | components["schemas"]["LocalizedText"];
            /** @description Two letters, or empty. */
            country: string;
            social: {
                name: string;
                url: string;
            }[];
            /** @description Whether pages push their views to window.dataLayer. */
            dataLayer: boolean;
            /** @description The same in the language asked for, with links, photos and the texts of every public page (site/README.md). */
            view: {
                /** @enum {string} */
                lang: "ar" | "en";
                name: string;
                email: string;
                phone: string;
                whatsapp: string;
                address: string;
                workingHours: string;
                /** @description Addresses to follow; empty where the academy names none. */
                links: {
                    email: string;
                    phone: string;
                    whatsapp: string;
                };
                social: {
                    name: string;
                    url: string;
                }[];
                photos: {
                    src: string;
                    alt: string;
                    caption: string;
                }[];
                /** @description Whether POST /api/public/contact takes messages. */
                contactForm: boolean;
                /** @description By page, as the site folder has them. */
                pages: {
                    [key: string]: unknown;
                };
                /** @description Address of the logo's picture, or empty. */
                logo: string;
                palette: string;
            };
            languages: string[];
            defaultLanguage: string;
            /** @description Characters of the shortest password. */
            passwordMinimum: number;
            /** @description How many days deleted courses and learners can be restored. */
            binDays: number;
            /** @description When pages ask a signed-in learner who does nothing whether somebody is there, and how long they wait for an answer before they sign out. */
            idle: {
                /** @description 0 never asks. */
                afterSeconds: number;
                answerSeconds: number;
            };
            /** @description IANA name of the zone in which days of assignments begin and end: what owners have published, or else that of the academy's settings (`--timezone`). */
            timezone: string;
            botCheck: components["schemas"]["BotCheckSettings"];
            /** @description Name of the academy's colour (site/README.md), or empty. */
            palette: string;
        };
        /** @description When and by what a visitor proves to be no robot. */
        BotCheckSettings: {
            /** @enum {string} */
            policy: "adaptive" | "always" | "off";
            /** @enum {string} */
            kind: "altcha" | "recaptcha-v2" | "recaptcha-v3" | "off";
            /** @description Of reCAPTCHA; empty without it. */
            siteKey: string;
            /** @description Where a challenge comes from. */
            challenge: string;
        };
        CountPageViewResponse: {
            message: string;
        };
        FetchSiteResponse: {
            message: string;
            result: components["schemas"]["Site"];
        };
        EditSiteResponse: {
            message: string;
            result: {
                /** @description The files of the site by name, `site.json` and `<language>/<page>.json`, each whole, as site/README.md describes them. A file that is left out is that of the site folder. */
                files: {
                    [key: string]: Record<string, never>;
                };
                /** @description IANA name of the academy's time zone; empty while owners have set none. */
                timezone: string;
                /** @description As `view` of GET /api/public/site, with the examples that visitors do not see. */
                views: {
                    ar: Record<string, never>;
                    en: Record<string, never>;
                };
                /** @description Grows with each change; 0 while nobody has changed anything. */
                revision: number;
                /** @description Whether there is a draft that is not published. */
                draft: boolean;
                /** @description When the draft was stored. */
                changedAt: string | null;
                /** @description When the site was last published; null if never. */
                publishedAt: string | null;
            };
        };
    };
    responses: {
        /** @description The request cannot be read. */
        Unreadable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code: "bad_request" | "invalid_json" | "wrong_type";
                };
            };
        };
        /** @description No token, an unknown one, or one whose session ended; the code says why. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code: "unauthenticated" | "expired" | "idle" | "logout" | "signed_in_elsewhere" | "password_changed" | "deactivated" | "removed" | "signed_out_by_manager";
                };
            };
        };
        /** @description A manager's token on a learner's call, or the reverse; or a manager who must set up a second factor first. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code: "forbidden" | "second_factor_setup_required";
                };
            };
        };
        /** @description The body is too large. */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code: "too_large";
                };
            };
        };
        /** @description The body has another content type than it should. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code: "unsupported_media_type";
                };
            };
        };
        /** @description Too many calls: of the address where the call needs no token, else of the session. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code: "too_many_requests";
                };
            };
        };
        /** @description The academy failed. The log has more, under the request's id. */
        Internal: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code: "internal";
                };
            };
        };
        /** @description A service is down, or the academy is full; a later try may succeed. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code: "unavailable" | "too_many_connections" | "busy";
                };
            };
        };
        /** @description A service took too long. */
        Timeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] & {
                    /** @enum {string} */
                    code: "timeout";
                };
            };
        };
    };
    parameters: {
        "Tus-Resumable": "1.0.0";
        /** @description Bytes in all. */
        "Upload-Length": number;
        /** @description `1`: the length is told later. */
        "Upload-Defer-Length": "1";
        /** @description `filename` and `filetype`, each with its value in base64, separated by commas. */
        "Upload-Metadata": string;
        /** @description `sha1` or `sha256`, a space, and the digest of the body in base64. */
        "Upload-Checksum": string;
        /** @description Bytes stored so far. */
        "Upload-Offset": number;
        /** @description One byte range. */
        Range: string;
        /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
        "Idempotency-Key": string;
    };
    requestBodies: never;
    headers: {
        "Tus-Resumable": "1.0.0";
        "Tus-Version": string;
        "Tus-Extension": string;
        /** @description Bytes of the largest upload. */
        "Tus-Max-Size": number;
        "Tus-Checksum-Algorithm": string;
        /** @description Bytes stored for good. */
        "Upload-Offset": number;
        /** @description Bytes in all. */
        "Upload-Length": number;
        /** @description `1` while the length is not known. */
        "Upload-Defer-Length": "1";
        /** @description As it came. */
        "Upload-Metadata": string;
        /** @description When the upload is removed if nobody finishes it. */
        "Upload-Expires": string;
        /** @description The upload's address. */
        Location: string;
        ETag: string;
        "Content-Range": string;
        /** @description Names the request in the academy's logs; the same as `requestId` of a failure. */
        "X-Request-Id": string;
        /** @description Seconds after which a new try makes sense. */
        "Retry-After": number;
        /** @description `true` if the call was made before with this Idempotency-Key, and this is its first answer. */
        "Idempotency-Replayed": string;
        /** @description Seconds until the player shall report again, if nothing happens: more while many people watch. */
        "Report-Interval": number;
        /** @description `Bearer`. */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type TryLoginResponse = components['schemas']['TryLoginResponse'];
export type LearnerIdentity = components['schemas']['LearnerIdentity'];
export type Takeover = components['schemas']['Takeover'];
export type ImportUsersResponse = components['schemas']['ImportUsersResponse'];
export type ImportReport = components['schemas']['ImportReport'];
export type ImportReportAssignments = components['schemas']['ImportReportAssignments'];
export type ImportReportIssue = components['schemas']['ImportReportIssue'];
export type FetchBinItemsResponse = components['schemas']['FetchBinItemsResponse'];
export type BinItem = components['schemas']['BinItem'];
export type ChangeBinItemResponse = components['schemas']['ChangeBinItemResponse'];
export type FetchHealthResponse = components['schemas']['FetchHealthResponse'];
export type HealthItem = components['schemas']['HealthItem'];
export type FetchRequestsResponse = components['schemas']['FetchRequestsResponse'];
export type RequestReport = components['schemas']['RequestReport'];
export type RouteReport = components['schemas']['RouteReport'];
export type SignUpManagerRequest = components['schemas']['SignUpManagerRequest'];
export type SignUpManagerResponse = components['schemas']['SignUpManagerResponse'];
export type Manager = components['schemas']['Manager'];
export type LoginManagerRequest = components['schemas']['LoginManagerRequest'];
export type LoginManagerResponse = components['schemas']['LoginManagerResponse'];
export type LoginManagerIdentity = components['schemas']['LoginManagerIdentity'];
export type UnlockManagerRequest = components['schemas']['UnlockManagerRequest'];
export type UnlockManagerResponse = components['schemas']['UnlockManagerResponse'];
export type CheckManagerResponse = components['schemas']['CheckManagerResponse'];
export type CheckSignUpResponse = components['schemas']['CheckSignUpResponse'];
export type ChangeManagerPasswordRequest = components['schemas']['ChangeManagerPasswordRequest'];
export type ChangeManagerPasswordResponse = components['schemas']['ChangeManagerPasswordResponse'];
export type ReauthenticateManagerRequest = components['schemas']['ReauthenticateManagerRequest'];
export type PasskeyAssertionInput = components['schemas']['PasskeyAssertionInput'];
export type PasskeyAssertionResponseInput = components['schemas']['PasskeyAssertionResponseInput'];
export type ReauthenticateManagerResponse = components['schemas']['ReauthenticateManagerResponse'];
export type LogoutManagerResponse = components['schemas']['LogoutManagerResponse'];
export type ListManagerSessionsResponse = components['schemas']['ListManagerSessionsResponse'];
export type PersonSession = components['schemas']['PersonSession'];
export type EndManagerSessionRequest = components['schemas']['EndManagerSessionRequest'];
export type EndManagerSessionResponse = components['schemas']['EndManagerSessionResponse'];
export type GetFactorsResponse = components['schemas']['GetFactorsResponse'];
export type GetFactorsFactors = components['schemas']['GetFactorsFactors'];
export type BeginTotpResponse = components['schemas']['BeginTotpResponse'];
export type BeginTotpSecret = components['schemas']['BeginTotpSecret'];
export type ConfirmTotpRequest = components['schemas']['ConfirmTotpRequest'];
export type ConfirmTotpResponse = components['schemas']['ConfirmTotpResponse'];
export type RecoveryCodes = components['schemas']['RecoveryCodes'];
export type DisableTotpResponse = components['schemas']['DisableTotpResponse'];
export type RenewRecoveryCodesResponse = components['schemas']['RenewRecoveryCodesResponse'];
export type BeginPasskeyRegistrationResponse = components['schemas']['BeginPasskeyRegistrationResponse'];
export type BeginPasskeyRegistrationOptions = components['schemas']['BeginPasskeyRegistrationOptions'];
export type BeginPasskeyRegistrationOptionsRelyingParty = components['schemas']['BeginPasskeyRegistrationOptionsRelyingParty'];
export type BeginPasskeyRegistrationOptionsUser = components['schemas']['BeginPasskeyRegistrationOptionsUser'];
export type BeginPasskeyRegistrationOptionsAlgorithm = components['schemas']['BeginPasskeyRegistrationOptionsAlgorithm'];
export type PasskeyDescriptor = components['schemas']['PasskeyDescriptor'];
export type BeginPasskeyRegistrationOptionsSelection = components['schemas']['BeginPasskeyRegistrationOptionsSelection'];
export type FinishPasskeyRegistrationRequest = components['schemas']['FinishPasskeyRegistrationRequest'];
export type NewPasskeyInput = components['schemas']['NewPasskeyInput'];
export type NewPasskeyResponseInput = components['schemas']['NewPasskeyResponseInput'];
export type FinishPasskeyRegistrationResponse = components['schemas']['FinishPasskeyRegistrationResponse'];
export type FinishPasskeyRegistrationAdded = components['schemas']['FinishPasskeyRegistrationAdded'];
export type Passkey = components['schemas']['Passkey'];
export type BeginPasskeyLoginResponse = components['schemas']['BeginPasskeyLoginResponse'];
export type BeginPasskeyLoginOptions = components['schemas']['BeginPasskeyLoginOptions'];
export type FinishPasskeyLoginRequest = components['schemas']['FinishPasskeyLoginRequest'];
export type ListPasskeysResponse = components['schemas']['ListPasskeysResponse'];
export type DeletePasskeyRequest = components['schemas']['DeletePasskeyRequest'];
export type DeletePasskeyResponse = components['schemas']['DeletePasskeyResponse'];
export type SignUpLearnerRequest = components['schemas']['SignUpLearnerRequest'];
export type SignUpLearnerResponse = components['schemas']['SignUpLearnerResponse'];
export type ActivateRequest = components['schemas']['ActivateRequest'];
export type ActivateResponse = components['schemas']['ActivateResponse'];
export type ResendActivationRequest = components['schemas']['ResendActivationRequest'];
export type ResendActivationResponse = components['schemas']['ResendActivationResponse'];
export type LoginLearnerRequest = components['schemas']['LoginLearnerRequest'];
export type LoginLearnerResponse = components['schemas']['LoginLearnerResponse'];
export type UnlockLearnerRequest = components['schemas']['UnlockLearnerRequest'];
export type UnlockLearnerResponse = components['schemas']['UnlockLearnerResponse'];
export type ReauthenticateLearnerRequest = components['schemas']['ReauthenticateLearnerRequest'];
export type ReauthenticateLearnerResponse = components['schemas']['ReauthenticateLearnerResponse'];
export type LogoutLearnerResponse = components['schemas']['LogoutLearnerResponse'];
export type ChangeLearnerPasswordRequest = components['schemas']['ChangeLearnerPasswordRequest'];
export type ChangeLearnerPasswordResponse = components['schemas']['ChangeLearnerPasswordResponse'];
export type ForgotPasswordRequest = components['schemas']['ForgotPasswordRequest'];
export type ForgotPasswordResponse = components['schemas']['ForgotPasswordResponse'];
export type ForgotPasswordRecovery = components['schemas']['ForgotPasswordRecovery'];
export type VerifyRecoveryCodeRequest = components['schemas']['VerifyRecoveryCodeRequest'];
export type VerifyRecoveryCodeResponse = components['schemas']['VerifyRecoveryCodeResponse'];
export type ResetPasswordRequest = components['schemas']['ResetPasswordRequest'];
export type ResetPasswordResponse = components['schemas']['ResetPasswordResponse'];
export type ListManagersResponse = components['schemas']['ListManagersResponse'];
export type CreateManagerRequest = components['schemas']['CreateManagerRequest'];
export type CreateManagerResponse = components['schemas']['CreateManagerResponse'];
export type UpdateManagerPasswordRequest = components['schemas']['UpdateManagerPasswordRequest'];
export type UpdateManagerPasswordResponse = components['schemas']['UpdateManagerPasswordResponse'];
export type UpdateRoleRequest = components['schemas']['UpdateRoleRequest'];
export type UpdateRoleResponse = components['schemas']['UpdateRoleResponse'];
export type ResetFactorsRequest = components['schemas']['ResetFactorsRequest'];
export type ResetFactorsResponse = components['schemas']['ResetFactorsResponse'];
export type DeleteManagerRequest = components['schemas']['DeleteManagerRequest'];
export type DeleteManagerResponse = components['schemas']['DeleteManagerResponse'];
export type ListLearnersRequest = components['schemas']['ListLearnersRequest'];
export type ListLearnersResponse = components['schemas']['ListLearnersResponse'];
export type Learner = components['schemas']['Learner'];
export type GetLearnerRequest = components['schemas']['GetLearnerRequest'];
export type GetLearnerResponse = components['schemas']['GetLearnerResponse'];
export type CreateLearnerRequest = components['schemas']['CreateLearnerRequest'];
export type CreateLearnerResponse = components['schemas']['CreateLearnerResponse'];
export type UpdateLearnerRequest = components['schemas']['UpdateLearnerRequest'];
export type UpdateLearnerResponse = components['schemas']['UpdateLearnerResponse'];
export type UpdateLearnerPasswordRequest = components['schemas']['UpdateLearnerPasswordRequest'];
export type UpdateLearnerPasswordResponse = components['schemas']['UpdateLearnerPasswordResponse'];
export type UpdateActivationRequest = components['schemas']['UpdateActivationRequest'];
export type UpdateActivationResponse = components['schemas']['UpdateActivationResponse'];
export type UpdateStatusRequest = components['schemas']['UpdateStatusRequest'];
export type UpdateStatusResponse = components['schemas']['UpdateStatusResponse'];
export type DeleteLearnerRequest = components['schemas']['DeleteLearnerRequest'];
export type DeleteLearnerResponse = components['schemas']['DeleteLearnerResponse'];
export type BulkChangeLearnersRequest = components['schemas']['BulkChangeLearnersRequest'];
export type BulkChangeLearnersResponse = components['schemas']['BulkChangeLearnersResponse'];
export type ListLearnerSessionsRequest = components['schemas']['ListLearnerSessionsRequest'];
export type ListLearnerSessionsResponse = components['schemas']['ListLearnerSessionsResponse'];
export type GetLearnerBankRequest = components['schemas']['GetLearnerBankRequest'];
export type GetLearnerBankResponse = components['schemas']['GetLearnerBankResponse'];
export type BankDetails = components['schemas']['BankDetails'];
export type SignOutLearnerRequest = components['schemas']['SignOutLearnerRequest'];
export type SignOutLearnerResponse = components['schemas']['SignOutLearnerResponse'];
export type ListDeliveriesRequest = components['schemas']['ListDeliveriesRequest'];
export type ListDeliveriesResponse = components['schemas']['ListDeliveriesResponse'];
export type MailDelivery = components['schemas']['MailDelivery'];
export type ResendMailRequest = components['schemas']['ResendMailRequest'];
export type ResendMailResponse = components['schemas']['ResendMailResponse'];
export type SendTestMailResponse = components['schemas']['SendTestMailResponse'];
export type ListEventsRequest = components['schemas']['ListEventsRequest'];
export type ListEventsResponse = components['schemas']['ListEventsResponse'];
export type AuditEvent = components['schemas']['AuditEvent'];
export type AuditParty = components['schemas']['AuditParty'];
export type UploadSitePictureResponse = components['schemas']['UploadSitePictureResponse'];
export type UploadSitePicturePicture = components['schemas']['UploadSitePicturePicture'];
export type ListMissingResponse = components['schemas']['ListMissingResponse'];
export type ListMissingKind = components['schemas']['ListMissingKind'];
export type AcceptMissingRequest = components['schemas']['AcceptMissingRequest'];
export type AcceptMissingResponse = components['schemas']['AcceptMissingResponse'];
export type AcceptMissingResult = components['schemas']['AcceptMissingResult'];
export type ListCoursesRequest = components['schemas']['ListCoursesRequest'];
export type ListCoursesResponse = components['schemas']['ListCoursesResponse'];
export type Course = components['schemas']['Course'];
export type Part = components['schemas']['Part'];
export type PartVideo = components['schemas']['PartVideo'];
export type GetCourseRequest = components['schemas']['GetCourseRequest'];
export type GetCourseResponse = components['schemas']['GetCourseResponse'];
export type PartInput = components['schemas']['PartInput'];
export type PartVideoInput = components['schemas']['PartVideoInput'];
export type CreateCourseResponse = components['schemas']['CreateCourseResponse'];
export type UpdateCourseRequest = components['schemas']['UpdateCourseRequest'];
export type UpdateCourseResponse = components['schemas']['UpdateCourseResponse'];
export type SetPartVideoRequest = components['schemas']['SetPartVideoRequest'];
export type SetPartVideoResponse = components['schemas']['SetPartVideoResponse'];
export type UpdateCourseImageResponse = components['schemas']['UpdateCourseImageResponse'];
export type DeleteCourseRequest = components['schemas']['DeleteCourseRequest'];
export type DeleteCourseResponse = components['schemas']['DeleteCourseResponse'];
export type GetAssetRequest = components['schemas']['GetAssetRequest'];
export type GetAssetResponse = components['schemas']['GetAssetResponse'];
export type Asset = components['schemas']['Asset'];
export type Rendition = components['schemas']['Rendition'];
export type Captions = components['schemas']['Captions'];
export type ListUploadsResponse = components['schemas']['ListUploadsResponse'];
export type UploadInWork = components['schemas']['UploadInWork'];
export type RetryAssetRequest = components['schemas']['RetryAssetRequest'];
export type RetryAssetResponse = components['schemas']['RetryAssetResponse'];
export type GetPreviewRequest = components['schemas']['GetPreviewRequest'];
export type GetPreviewResponse = components['schemas']['GetPreviewResponse'];
export type Preview = components['schemas']['Preview'];
export type PreviewCaptions = components['schemas']['PreviewCaptions'];
export type UploadCaptionsResponse = components['schemas']['UploadCaptionsResponse'];
export type DeleteCaptionsRequest = components['schemas']['DeleteCaptionsRequest'];
export type DeleteCaptionsResponse = components['schemas']['DeleteCaptionsResponse'];
export type ListCourseLearnersRequest = components['schemas']['ListCourseLearnersRequest'];
export type CourseLearners = components['schemas']['CourseLearners'];
export type Assignment = components['schemas']['Assignment'];
export type Progress = components['schemas']['Progress'];
export type PartProgress = components['schemas']['PartProgress'];
export type AssignLearnersRequest = components['schemas']['AssignLearnersRequest'];
export type UnassignLearnersRequest = components['schemas']['UnassignLearnersRequest'];
export type ListLearnerCoursesRequest = components['schemas']['ListLearnerCoursesRequest'];
export type LearnerCourses = components['schemas']['LearnerCourses'];
export type AssignCoursesRequest = components['schemas']['AssignCoursesRequest'];
export type UpdateDatesRequest = components['schemas']['UpdateDatesRequest'];
export type UpdateDatesResponse = components['schemas']['UpdateDatesResponse'];
export type UnassignCourseRequest = components['schemas']['UnassignCourseRequest'];
export type BulkAssignRequest = components['schemas']['BulkAssignRequest'];
export type BulkAssignResponse = components['schemas']['BulkAssignResponse'];
export type BulkAssignRow = components['schemas']['BulkAssignRow'];
export type BulkAssignCounts = components['schemas']['BulkAssignCounts'];
export type ExtendCourseRequest = components['schemas']['ExtendCourseRequest'];
export type ExtendCourseResponse = components['schemas']['ExtendCourseResponse'];
export type ExtendCourseRow = components['schemas']['ExtendCourseRow'];
export type GetCourseStatisticsRequest = components['schemas']['GetCourseStatisticsRequest'];
export type GetCourseStatisticsResponse = components['schemas']['GetCourseStatisticsResponse'];
export type GetCourseStatisticsResult = components['schemas']['GetCourseStatisticsResult'];
export type GetCourseStatisticsLearners = components['schemas']['GetCourseStatisticsLearners'];
export type GetCourseStatisticsDay = components['schemas']['GetCourseStatisticsDay'];
export type GetCourseStatisticsPart = components['schemas']['GetCourseStatisticsPart'];
export type GetDashboardResponse = components['schemas']['GetDashboardResponse'];
export type GetDashboardResult = components['schemas']['GetDashboardResult'];
export type AssignmentCounts = components['schemas']['AssignmentCounts'];
export type GetDashboardDay = components['schemas']['GetDashboardDay'];
export type GetProfileResponse = components['schemas']['GetProfileResponse'];
export type UpdateProfileRequest = components['schemas']['UpdateProfileRequest'];
export type UpdateProfileResponse = components['schemas']['UpdateProfileResponse'];
export type ListOwnSessionsResponse = components['schemas']['ListOwnSessionsResponse'];
export type EndOwnSessionRequest = components['schemas']['EndOwnSessionRequest'];
export type EndOwnSessionResponse = components['schemas']['EndOwnSessionResponse'];
export type GetOwnBankResponse = components['schemas']['GetOwnBankResponse'];
export type UpdateOwnBankRequest = components['schemas']['UpdateOwnBankRequest'];
export type UpdateOwnBankResponse = components['schemas']['UpdateOwnBankResponse'];
export type ListMyCoursesResponse = components['schemas']['ListMyCoursesResponse'];
export type GetMyCourseRequest = components['schemas']['GetMyCourseRequest'];
export type GetMyCourseResponse = components['schemas']['GetMyCourseResponse'];
export type GetMyCourseResult = components['schemas']['GetMyCourseResult'];
export type GetMyCoursePlayback = components['schemas']['GetMyCoursePlayback'];
export type GetMyCourseCaptionTrack = components['schemas']['GetMyCourseCaptionTrack'];
export type UpdateProgressRequest = components['schemas']['UpdateProgressRequest'];
export type IntervalInput = components['schemas']['IntervalInput'];
export type UpdateProgressResponse = components['schemas']['UpdateProgressResponse'];
export type ListPublicCoursesRequest = components['schemas']['ListPublicCoursesRequest'];
export type ListPublicCoursesResponse = components['schemas']['ListPublicCoursesResponse'];
export type PublicCourse = components['schemas']['PublicCourse'];
export type SendContactMessageRequest = components['schemas']['SendContactMessageRequest'];
export type SendContactMessageResponse = components['schemas']['SendContactMessageResponse'];
export type GetChallengeResponse = components['schemas']['GetChallengeResponse'];
export type Failure = components['schemas']['Failure'];
export type FieldViolation = components['schemas']['FieldViolation'];
export type FlaggedFailure = components['schemas']['FlaggedFailure'];
export type Message = components['schemas']['Message'];
export type Readiness = components['schemas']['Readiness'];
export type LocalizedText = components['schemas']['LocalizedText'];
export type Site = components['schemas']['Site'];
export type BotCheckSettings = components['schemas']['BotCheckSettings'];
export type CountPageViewResponse = components['schemas']['CountPageViewResponse'];
export type FetchSiteResponse = components['schemas']['FetchSiteResponse'];
export type EditSiteResponse = components['schemas']['EditSiteResponse'];
export type ResponseUnreadable = components['responses']['Unreadable'];
export type ResponseUnauthenticated = components['responses']['Unauthenticated'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseTooLarge = components['responses']['TooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseInternal = components['responses']['Internal'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ResponseTimeout = components['responses']['Timeout'];
export type ParameterTusResumable = components['parameters']['Tus-Resumable'];
export type ParameterUploadLength = components['parameters']['Upload-Length'];
export type ParameterUploadDeferLength = components['parameters']['Upload-Defer-Length'];
export type ParameterUploadMetadata = components['parameters']['Upload-Metadata'];
export type ParameterUploadChecksum = components['parameters']['Upload-Checksum'];
export type ParameterUploadOffset = components['parameters']['Upload-Offset'];
export type ParameterRange = components['parameters']['Range'];
export type ParameterIdempotencyKey = components['parameters']['Idempotency-Key'];
export type HeaderTusResumable = components['headers']['Tus-Resumable'];
export type HeaderTusVersion = components['headers']['Tus-Version'];
export type HeaderTusExtension = components['headers']['Tus-Extension'];
export type HeaderTusMaxSize = components['headers']['Tus-Max-Size'];
export type HeaderTusChecksumAlgorithm = components['headers']['Tus-Checksum-Algorithm'];
export type HeaderUploadOffset = components['headers']['Upload-Offset'];
export type HeaderUploadLength = components['headers']['Upload-Length'];
export type HeaderUploadDeferLength = components['headers']['Upload-Defer-Length'];
export type HeaderUploadMetadata = components['headers']['Upload-Metadata'];
export type HeaderUploadExpires = components['headers']['Upload-Expires'];
export type HeaderLocation = components['headers']['Location'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderContentRange = components['headers']['Content-Range'];
export type HeaderXRequestId = components['headers']['X-Request-Id'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type HeaderIdempotencyReplayed = components['headers']['Idempotency-Replayed'];
export type HeaderReportInterval = components['headers']['Report-Interval'];
export type HeaderWwwAuthenticate = components['headers']['WWW-Authenticate'];
export type $defs = Record<string, never>;
export interface operations {
    signUpManager: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUpManagerRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignUpManagerResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            /** @description Not allowed. Codes: `signup_not_allowed`, `wrong_setup_code`, `bot_check_missing`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "signup_not_allowed" | "wrong_setup_code" | "bot_check_missing";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `email_taken`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "email_taken" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            /** @description Too many calls or attempts. Codes: `too_many_requests`, `too_many_attempts`. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_requests" | "too_many_attempts";
                    };
                };
            };
            500: components["responses"]["Internal"];
            /** @description A service is down, or the academy is full; a later try may succeed. Codes: `unavailable`, `too_many_connections`, `busy`, `bot_check_unavailable`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "unavailable" | "too_many_connections" | "busy" | "bot_check_unavailable";
                    };
                };
            };
            504: components["responses"]["Timeout"];
        };
    };
    loginManager: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginManagerRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginManagerResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            /** @description Not signed in, or wrong credentials. Codes: `second_factor_required`, `wrong_code`, `user_not_found`, `wrong_password`. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "second_factor_required" | "wrong_code" | "user_not_found" | "wrong_password";
                    };
                };
            };
            /** @description Not allowed. Code: `bot_check_missing`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bot_check_missing";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            /** @description Too many calls or attempts. Codes: `too_many_requests`, `too_many_attempts`. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_requests" | "too_many_attempts";
                    };
                };
            };
            500: components["responses"]["Internal"];
            /** @description A service is down, or the academy is full; a later try may succeed. Codes: `unavailable`, `too_many_connections`, `busy`, `bot_check_unavailable`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "unavailable" | "too_many_connections" | "busy" | "bot_check_unavailable";
                    };
                };
            };
            504: components["responses"]["Timeout"];
        };
    };
    unlockManager: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnlockManagerRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnlockManagerResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `invalid_unlock_link`, `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "invalid_unlock_link" | "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            /** @description Too many calls or attempts. Codes: `too_many_requests`, `too_many_attempts`. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_requests" | "too_many_attempts";
                    };
                };
            };
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    checkManager: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckManagerResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    checkSignUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckSignUpResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            /** @description Not allowed. Code: `signup_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "signup_not_allowed";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    changeManagerPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeManagerPasswordRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeManagerPasswordResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlaggedFailure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            /** @description Not signed in, or wrong credentials. Codes: `unauthenticated`, `expired`, `idle`, `logout`, `signed_in_elsewhere`, `password_changed`, `deactivated`, `removed`, `signed_out_by_manager`, `wrong_password`. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlaggedFailure"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "expired" | "idle" | "logout" | "signed_in_elsewhere" | "password_changed" | "deactivated" | "removed" | "signed_out_by_manager" | "wrong_password";
                    };
                };
            };
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlaggedFailure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "reauthentication_required";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlaggedFailure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            /** @description Too large. Code: `too_large`. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlaggedFailure"] & {
                        /** @enum {string} */
                        code: "too_large";
                    };
                };
            };
            /** @description The body has another content type than it should. Code: `unsupported_media_type`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlaggedFailure"] & {
                        /** @enum {string} */
                        code: "unsupported_media_type";
                    };
                };
            };
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlaggedFailure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            /** @description Too many calls or attempts. Codes: `too_many_requests`, `too_many_attempts`. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlaggedFailure"] & {
                        /** @enum {string} */
                        code: "too_many_requests" | "too_many_attempts";
                    };
                };
            };
            /** @description The academy failed. The log has more, under the request's id. Code: `internal`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlaggedFailure"] & {
                        /** @enum {string} */
                        code: "internal";
                    };
                };
            };
            /** @description A service is down, or the academy is full; a later try may succeed. Codes: `unavailable`, `too_many_connections`, `busy`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlaggedFailure"] & {
                        /** @enum {string} */
                        code: "unavailable" | "too_many_connections" | "busy";
                    };
                };
            };
            /** @description A service took too long. Code: `timeout`. */
            504: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlaggedFailure"] & {
                        /** @enum {string} */
                        code: "timeout";
                    };
                };
            };
        };
    };
    reauthenticateManager: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReauthenticateManagerRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReauthenticateManagerResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            /** @description Not signed in, or wrong credentials. Codes: `unauthenticated`, `expired`, `idle`, `logout`, `signed_in_elsewhere`, `password_changed`, `deactivated`, `removed`, `signed_out_by_manager`, `wrong_password`, `second_factor_required`, `wrong_code`, `wrong_passkey`. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "expired" | "idle" | "logout" | "signed_in_elsewhere" | "password_changed" | "deactivated" | "removed" | "signed_out_by_manager" | "wrong_password" | "second_factor_required" | "wrong_code" | "wrong_passkey";
                    };
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description In conflict with what is there. Codes: `passkeys_unavailable`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "passkeys_unavailable" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            /** @description Too many calls or attempts. Codes: `too_many_requests`, `too_many_attempts`. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_requests" | "too_many_attempts";
                    };
                };
            };
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    logoutManager: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogoutManagerResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    listManagerSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListManagerSessionsResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    endManagerSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndManagerSessionRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndManagerSessionResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing. Code: `session_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "session_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getFactors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetFactorsResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    beginTotp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeginTotpResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "reauthentication_required";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmTotpRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmTotpResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "reauthentication_required";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `totp_not_begun`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "totp_not_begun" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `wrong_code`, `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "wrong_code" | "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    disableTotp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisableTotpResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "reauthentication_required";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `second_factor_mandatory`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "second_factor_mandatory" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenewRecoveryCodesResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "reauthentication_required";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `second_factor_off`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "second_factor_off" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    beginPasskeyRegistration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeginPasskeyRegistrationResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "reauthentication_required";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `passkeys_unavailable`, `too_many_passkeys`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "passkeys_unavailable" | "too_many_passkeys" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    finishPasskeyRegistration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FinishPasskeyRegistrationRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FinishPasskeyRegistrationResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "reauthentication_required";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `passkey_exists`, `passkeys_unavailable`, `too_many_passkeys`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "passkey_exists" | "passkeys_unavailable" | "too_many_passkeys" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `wrong_passkey`, `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "wrong_passkey" | "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    beginPasskeyLogin: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeginPasskeyLoginResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `passkeys_unavailable`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "passkeys_unavailable" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    finishPasskeyLogin: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FinishPasskeyLoginRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginManagerResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            /** @description Not signed in, or wrong credentials. Code: `wrong_passkey`. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "wrong_passkey";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `passkeys_unavailable`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "passkeys_unavailable" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPasskeysResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    deletePasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeletePasskeyRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletePasskeyResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "reauthentication_required";
                    };
                };
            };
            /** @description There is no such thing. Code: `passkey_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "passkey_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `second_factor_mandatory`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "second_factor_mandatory" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    signUpLearner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUpLearnerRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignUpLearnerResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            /** @description Not allowed. Code: `bot_check_missing`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bot_check_missing";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `email_taken`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "email_taken" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            /** @description Too many calls or attempts. Codes: `too_many_requests`, `too_many_attempts`. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_requests" | "too_many_attempts";
                    };
                };
            };
            500: components["responses"]["Internal"];
            /** @description A service is down, or the academy is full; a later try may succeed. Codes: `unavailable`, `too_many_connections`, `busy`, `bot_check_unavailable`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "unavailable" | "too_many_connections" | "busy" | "bot_check_unavailable";
                    };
                };
            };
            504: components["responses"]["Timeout"];
        };
    };
    activate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActivateRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivateResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            /** @description There is no such thing. Code: `user_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "user_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `wrong_code`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "wrong_code" | "idempotency_key_reused";
                    };
                };
            };
            /** @description Too many calls or attempts. Codes: `too_many_requests`, `too_many_attempts`. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_requests" | "too_many_attempts";
                    };
                };
            };
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    resendActivation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendActivationRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResendActivationResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            /** @description Too many calls or attempts. Codes: `too_many_requests`, `too_many_attempts`. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_requests" | "too_many_attempts";
                    };
                };
            };
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    loginLearner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginLearnerRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginLearnerResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            /** @description Not signed in, or wrong credentials. Codes: `user_not_found`, `wrong_password`. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "user_not_found" | "wrong_password";
                    };
                };
            };
            /** @description Not allowed. Codes: `not_activated`, `account_inactive`, `bot_check_missing`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "not_activated" | "account_inactive" | "bot_check_missing";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            /** @description Too many calls or attempts. Codes: `too_many_requests`, `too_many_attempts`. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_requests" | "too_many_attempts";
                    };
                };
            };
            500: components["responses"]["Internal"];
            /** @description A service is down, or the academy is full; a later try may succeed. Codes: `unavailable`, `too_many_connections`, `busy`, `bot_check_unavailable`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "unavailable" | "too_many_connections" | "busy" | "bot_check_unavailable";
                    };
                };
            };
            504: components["responses"]["Timeout"];
        };
    };
    unlockLearner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnlockLearnerRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnlockLearnerResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `invalid_unlock_link`, `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "invalid_unlock_link" | "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            /** @description Too many calls or attempts. Codes: `too_many_requests`, `too_many_attempts`. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_requests" | "too_many_attempts";
                    };
                };
            };
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    tryLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session, or why there is none. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TryLoginResponse"];
                };
            };
            /** @description The request cannot be read. Code: `bad_request`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            /** @description A service is down, or the academy is full; a later try may succeed. Codes: `unavailable`, `too_many_connections`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "unavailable" | "too_many_connections";
                    };
                };
            };
            504: components["responses"]["Timeout"];
        };
    };
    reauthenticateLearner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReauthenticateLearnerRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReauthenticateLearnerResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            /** @description Not signed in, or wrong credentials. Codes: `unauthenticated`, `expired`, `idle`, `logout`, `signed_in_elsewhere`, `password_changed`, `deactivated`, `removed`, `signed_out_by_manager`, `wrong_password`. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "expired" | "idle" | "logout" | "signed_in_elsewhere" | "password_changed" | "deactivated" | "removed" | "signed_out_by_manager" | "wrong_password";
                    };
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            /** @description Too many calls or attempts. Codes: `too_many_requests`, `too_many_attempts`. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_requests" | "too_many_attempts";
                    };
                };
            };
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    logoutLearner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogoutLearnerResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    changeLearnerPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeLearnerPasswordRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeLearnerPasswordResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            /** @description Not signed in, or wrong credentials. Codes: `unauthenticated`, `expired`, `idle`, `logout`, `signed_in_elsewhere`, `password_changed`, `deactivated`, `removed`, `signed_out_by_manager`, `wrong_password`. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "expired" | "idle" | "logout" | "signed_in_elsewhere" | "password_changed" | "deactivated" | "removed" | "signed_out_by_manager" | "wrong_password";
                    };
                };
            };
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "reauthentication_required";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            /** @description Too many calls or attempts. Codes: `too_many_requests`, `too_many_attempts`. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_requests" | "too_many_attempts";
                    };
                };
            };
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    forgotPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotPasswordRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForgotPasswordResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            /** @description Not allowed. Codes: `not_activated`, `account_inactive`, `bot_check_missing`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "not_activated" | "account_inactive" | "bot_check_missing";
                    };
                };
            };
            /** @description There is no such thing. Code: `user_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "user_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `code_already_sent`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "code_already_sent" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            /** @description Too many calls or attempts. Codes: `too_many_requests`, `too_many_attempts`. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_requests" | "too_many_attempts";
                    };
                };
            };
            500: components["responses"]["Internal"];
            /** @description A service is down, or the academy is full; a later try may succeed. Codes: `unavailable`, `too_many_connections`, `busy`, `bot_check_unavailable`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "unavailable" | "too_many_connections" | "busy" | "bot_check_unavailable";
                    };
                };
            };
            504: components["responses"]["Timeout"];
        };
    };
    verifyRecoveryCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyRecoveryCodeRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyRecoveryCodeResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `wrong_code`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "wrong_code" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetPasswordResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            /** @description Not allowed. Code: `recovery_not_verified`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "recovery_not_verified";
                    };
                };
            };
            /** @description There is no such thing. Code: `user_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "user_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    listManagers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListManagersResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    createManager: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateManagerRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateManagerResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed" | "reauthentication_required";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `email_taken`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "email_taken" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    updateManagerPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateManagerPasswordRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateManagerPasswordResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed" | "reauthentication_required";
                    };
                };
            };
            /** @description There is no such thing. Code: `manager_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "manager_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    updateRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRoleRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateRoleResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed" | "reauthentication_required";
                    };
                };
            };
            /** @description There is no such thing. Code: `manager_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "manager_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `last_owner`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "last_owner" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    resetFactors: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetFactorsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetFactorsResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed" | "reauthentication_required";
                    };
                };
            };
            /** @description There is no such thing. Code: `manager_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "manager_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `cannot_reset_self`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "cannot_reset_self" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    deleteManager: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteManagerRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteManagerResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed" | "reauthentication_required";
                    };
                };
            };
            /** @description There is no such thing. Code: `manager_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "manager_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `cannot_delete_self`, `last_manager`, `last_owner`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "cannot_delete_self" | "last_manager" | "last_owner" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    listLearners: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ListLearnersRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListLearnersResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getLearner: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetLearnerRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetLearnerResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing. Code: `user_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "user_not_found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    createLearner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLearnerRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateLearnerResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `email_taken`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "email_taken" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    updateLearner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateLearnerRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateLearnerResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed" | "reauthentication_required";
                    };
                };
            };
            /** @description There is no such thing. Code: `user_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "user_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `email_taken`, `changed_meanwhile`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "email_taken" | "changed_meanwhile" | "in_progress";
                        /** @description With `changed_meanwhile`: what is there now. */
                        result?: components["schemas"]["Learner"];
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    updateLearnerPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateLearnerPasswordRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateLearnerPasswordResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed" | "reauthentication_required";
                    };
                };
            };
            /** @description There is no such thing. Code: `user_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "user_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    updateActivation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateActivationRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateActivationResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing. Code: `user_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "user_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `changed_meanwhile`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "changed_meanwhile" | "in_progress";
                        /** @description With `changed_meanwhile`: what is there now. */
                        result?: components["schemas"]["Learner"];
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    updateStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateStatusRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateStatusResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing. Code: `user_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "user_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    deleteLearner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteLearnerRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteLearnerResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            /** @description There is no such thing. Code: `user_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "user_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    bulkChangeLearners: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkChangeLearnersRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkChangeLearnersResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            /** @description There is no such thing. Code: `user_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "user_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    importUsers: {
        parameters: {
            query?: {
                /** @description `true` changes nothing and tells the same. */
                dryRun?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            /** @description What became of each row. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportUsersResponse"];
                };
            };
            /** @description The request cannot be read. Code: `bad_request`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `role_not_allowed`, `second_factor_setup_required`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "role_not_allowed" | "second_factor_setup_required" | "reauthentication_required";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            /** @description A service is down, or the academy is full; a later try may succeed. Codes: `unavailable`, `too_many_connections`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "unavailable" | "too_many_connections";
                    };
                };
            };
            504: components["responses"]["Timeout"];
        };
    };
    exportUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Finds by name, e-mail and phone. */
                    search?: string;
                    /** @description As of fetch-users. */
                    sort?: string;
                    active?: boolean;
                    activated?: boolean;
                    online?: boolean;
                    /** @description Learners with an assignment that is active now and ends within so many days, 1 to 366. */
                    expiringWithinDays?: number;
                    /** @description Only these learners. */
                    clientIds?: string[];
                    /** @description A line for each course of a learner. */
                    courses?: boolean;
                    /** @description `ar` names the columns in Arabic. */
                    lang?: string;
                };
            };
        };
        responses: {
            /** @description The file, in chunks: UTF-8 with a BOM, lines ended by CRLF. When it breaks off, so does the connection. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description An attachment with a name. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `role_not_allowed`, `second_factor_setup_required`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "role_not_allowed" | "second_factor_setup_required" | "reauthentication_required";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            /** @description What was sent is not valid; `data` names the fields. Code: `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    listLearnerSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListLearnerSessionsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListLearnerSessionsResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing. Code: `user_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "user_not_found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getLearnerBank: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetLearnerBankRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetLearnerBankResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed" | "reauthentication_required";
                    };
                };
            };
            /** @description There is no such thing. Code: `user_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "user_not_found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    signOutLearner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignOutLearnerRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignOutLearnerResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing. Code: `user_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "user_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ListDeliveriesRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListDeliveriesResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    resendMail: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendMailRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResendMailResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing. Code: `mail_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "mail_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `mail_not_repeatable`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "mail_not_repeatable" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            /** @description Too many calls or attempts. Codes: `too_many_requests`, `too_many_attempts`. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_requests" | "too_many_attempts";
                    };
                };
            };
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    sendTestMail: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendTestMailResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `mail_not_set_up`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "mail_not_set_up" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    listEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ListEventsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEventsResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    fetchSiteDraft: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is edited now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditSiteResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `role_not_allowed`, `second_factor_setup_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "role_not_allowed" | "second_factor_setup_required";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    saveSiteDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The files of the site by name, `site.json` and `<language>/<page>.json`, each whole, as site/README.md describes them. A file that is left out is that of the site folder. */
                    files: {
                        [key: string]: Record<string, never>;
                    };
                    /** @description IANA name of the academy's time zone, in which days of assignments begin and end; 422 timezone_unknown if the academy's system does not know it. Empty is that of the academy's settings (`--timezone`). Left out, it stays as it is. */
                    timezone?: string;
                    /** @description The revision that the caller has seen; 409 changed_meanwhile if it is another one now. */
                    revision?: number;
                };
            };
        };
        responses: {
            /** @description What is edited now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditSiteResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `role_not_allowed`, `second_factor_setup_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "role_not_allowed" | "second_factor_setup_required";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `changed_meanwhile`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "changed_meanwhile" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    publishSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The revision that the caller has seen; 409 changed_meanwhile if it is another one now. */
                    revision?: number;
                };
            };
        };
        responses: {
            /** @description What is edited now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditSiteResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `role_not_allowed`, `second_factor_setup_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "role_not_allowed" | "second_factor_setup_required";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `changed_meanwhile`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "changed_meanwhile" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    uploadSitePicture: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 6 MiB. */
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description JPEG, PNG, WebP or AVIF by content, 5 MiB at most.
                     */
                    image: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadSitePictureResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            /** @description Too large. Codes: `too_large`, `image_too_large`. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_large" | "image_too_large";
                    };
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `image_invalid`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "image_invalid" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    fetchHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All that is watched, in this order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FetchHealthResponse"];
                };
            };
            /** @description The request cannot be read. Code: `bad_request`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `role_not_allowed`, `second_factor_setup_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "role_not_allowed" | "second_factor_setup_required";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    fetchRequests: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requests of the last day. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FetchRequestsResponse"];
                };
            };
            /** @description The request cannot be read. Code: `bad_request`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `role_not_allowed`, `second_factor_setup_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "role_not_allowed" | "second_factor_setup_required";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    fetchBinItems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Page size, 1 to 1000; 50 if absent. */
                    limit?: number;
                    /** @description The nextCursor of the previous page. */
                    cursor?: string;
                };
            };
        };
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FetchBinItemsResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `role_not_allowed`, `second_factor_setup_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "role_not_allowed" | "second_factor_setup_required";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    restoreBinItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    _id: string;
                };
            };
        };
        responses: {
            /** @description Restored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeBinItemResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `role_not_allowed`, `second_factor_setup_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "role_not_allowed" | "second_factor_setup_required";
                    };
                };
            };
            /** @description There is no such thing. Code: `bin_item_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bin_item_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `email_taken`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "email_taken" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    purgeBinItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    _id: string;
                };
            };
        };
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeBinItemResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `role_not_allowed`, `second_factor_setup_required`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "role_not_allowed" | "second_factor_setup_required" | "reauthentication_required";
                    };
                };
            };
            /** @description There is no such thing. Code: `bin_item_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bin_item_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    listMissing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListMissingResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    acceptMissing: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptMissingRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptMissingResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed" | "reauthentication_required";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `changed_meanwhile`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "changed_meanwhile" | "in_progress";
                        /** @description With `changed_meanwhile`: what is there now. */
                        result?: components["schemas"]["AcceptMissingResult"];
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    listCourses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ListCoursesRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListCoursesResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getCourse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetCourseRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetCourseResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing. Code: `course_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "course_not_found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    createCourse: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 6 MiB. */
        requestBody: {
            content: {
                "multipart/form-data": {
                    title: string;
                    description?: string;
                    /** @description The form's `parts` field is JSON text. */
                    parts?: string;
                    /**
                     * Format: binary
                     * @description JPEG, PNG, WebP or AVIF by content, 5 MiB at most.
                     */
                    image?: string;
                    /**
                     * Format: binary
                     * @description Another name for `image`.
                     */
                    file?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateCourseResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            /** @description Too large. Codes: `too_large`, `image_too_large`. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_large" | "image_too_large";
                    };
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `image_invalid`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "image_invalid" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    updateCourse: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCourseRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateCourseResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            /** @description There is no such thing. Codes: `course_not_found`, `asset_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "course_not_found" | "asset_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `changed_meanwhile`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "changed_meanwhile" | "in_progress";
                        /** @description With `changed_meanwhile`: what is there now. */
                        result?: components["schemas"]["Course"];
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    setPartVideo: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetPartVideoRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetPartVideoResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            /** @description There is no such thing. Codes: `course_not_found`, `part_not_found`, `asset_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "course_not_found" | "part_not_found" | "asset_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `changed_meanwhile`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "changed_meanwhile" | "in_progress";
                        /** @description With `changed_meanwhile`: what is there now. */
                        result?: components["schemas"]["Course"];
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    updateCourseImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 6 MiB. */
        requestBody: {
            content: {
                "multipart/form-data": {
                    courseId: string;
                    /** Format: binary */
                    image?: string;
                    /** Format: binary */
                    file?: string;
                    /** @description The course's revision that the caller has seen; ABORTED changed_meanwhile if it has another one now. */
                    revision?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateCourseImageResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            /** @description There is no such thing. Code: `course_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "course_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `changed_meanwhile`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "changed_meanwhile" | "in_progress";
                        /** @description With `changed_meanwhile`: what is there now. */
                        result?: components["schemas"]["Course"];
                    };
                };
            };
            /** @description Too large. Codes: `too_large`, `image_too_large`. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_large" | "image_too_large";
                    };
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `image_invalid`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "image_invalid" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    deleteCourse: {
        parameters: {
            query?: {
                courseId?: string;
            };
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeleteCourseRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteCourseResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            /** @description There is no such thing. Code: `course_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "course_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    createUpload: {
        parameters: {
            query?: never;
            header: {
                "Tus-Resumable": components["parameters"]["Tus-Resumable"];
                /** @description Bytes in all. */
                "Upload-Length"?: components["parameters"]["Upload-Length"];
                /** @description `1`: the length is told later. */
                "Upload-Defer-Length"?: components["parameters"]["Upload-Defer-Length"];
                /** @description `filename` and `filetype`, each with its value in base64, separated by commas. */
                "Upload-Metadata"?: components["parameters"]["Upload-Metadata"];
                /** @description `sha1` or `sha256`, a space, and the digest of the body in base64. */
                "Upload-Checksum"?: components["parameters"]["Upload-Checksum"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The first bytes, if any. */
        requestBody?: {
            content: {
                "application/offset+octet-stream": string;
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Tus-Resumable": components["headers"]["Tus-Resumable"];
                    "Upload-Offset": components["headers"]["Upload-Offset"];
                    "Upload-Expires": components["headers"]["Upload-Expires"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be read. Codes: `bad_request`, `tus_invalid`, `validation_failed`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "tus_invalid" | "validation_failed";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `role_not_allowed`, `second_factor_setup_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "role_not_allowed" | "second_factor_setup_required";
                    };
                };
            };
            /** @description Another version of the protocol. Code: `tus_version`. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "tus_version";
                    };
                };
            };
            /** @description Too large. Code: `upload_too_large`. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "upload_too_large";
                    };
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            /** @description The bytes are not those of the checksum. Code: `checksum_mismatch`. */
            460: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "checksum_mismatch";
                    };
                };
            };
            500: components["responses"]["Internal"];
            /** @description A service is down, or the academy is full; a later try may succeed. Codes: `unavailable`, `too_many_connections`, `disk_full`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "unavailable" | "too_many_connections" | "disk_full";
                    };
                };
            };
            504: components["responses"]["Timeout"];
        };
    };
    describeUploads: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Versions, extensions and limits. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tus-Resumable": components["headers"]["Tus-Resumable"];
                    "Tus-Version": components["headers"]["Tus-Version"];
                    "Tus-Extension": components["headers"]["Tus-Extension"];
                    "Tus-Max-Size": components["headers"]["Tus-Max-Size"];
                    "Tus-Checksum-Algorithm": components["headers"]["Tus-Checksum-Algorithm"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be read. Code: `bad_request`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description A service is down, or the academy is full; a later try may succeed. Code: `too_many_connections`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_connections";
                    };
                };
            };
        };
    };
    deleteUpload: {
        parameters: {
            query?: never;
            header: {
                "Tus-Resumable": components["parameters"]["Tus-Resumable"];
            };
            path: {
                /** @description The last segment of `Location`; the asset's id too. */
                uploadId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tus-Resumable": components["headers"]["Tus-Resumable"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `role_not_allowed`, `second_factor_setup_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "role_not_allowed" | "second_factor_setup_required";
                    };
                };
            };
            /** @description There is no such thing. Code: `upload_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "upload_not_found";
                    };
                };
            };
            /** @description Another version of the protocol. Code: `tus_version`. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "tus_version";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            /** @description A service is down, or the academy is full; a later try may succeed. Codes: `unavailable`, `too_many_connections`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "unavailable" | "too_many_connections";
                    };
                };
            };
            504: components["responses"]["Timeout"];
        };
    };
    describeUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last segment of `Location`; the asset's id too. */
                uploadId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Versions, extensions and limits. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tus-Resumable": components["headers"]["Tus-Resumable"];
                    "Tus-Version": components["headers"]["Tus-Version"];
                    "Tus-Extension": components["headers"]["Tus-Extension"];
                    "Tus-Max-Size": components["headers"]["Tus-Max-Size"];
                    "Tus-Checksum-Algorithm": components["headers"]["Tus-Checksum-Algorithm"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be read. Code: `bad_request`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description A service is down, or the academy is full; a later try may succeed. Code: `too_many_connections`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_connections";
                    };
                };
            };
        };
    };
    getUpload: {
        parameters: {
            query?: never;
            header: {
                "Tus-Resumable": components["parameters"]["Tus-Resumable"];
            };
            path: {
                /** @description The last segment of `Location`; the asset's id too. */
                uploadId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The offset to go on from. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tus-Resumable": components["headers"]["Tus-Resumable"];
                    "Upload-Offset": components["headers"]["Upload-Offset"];
                    "Upload-Length": components["headers"]["Upload-Length"];
                    "Upload-Defer-Length": components["headers"]["Upload-Defer-Length"];
                    "Upload-Metadata": components["headers"]["Upload-Metadata"];
                    "Upload-Expires": components["headers"]["Upload-Expires"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `role_not_allowed`, `second_factor_setup_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "role_not_allowed" | "second_factor_setup_required";
                    };
                };
            };
            /** @description There is no such thing. Code: `upload_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "upload_not_found";
                    };
                };
            };
            /** @description Another version of the protocol. Code: `tus_version`. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "tus_version";
                    };
                };
            };
            /** @description The upload cannot be looked at for a moment, as when a service is down: ask again. */
            423: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            /** @description A service is down, or the academy is full; a later try may succeed. Codes: `unavailable`, `too_many_connections`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "unavailable" | "too_many_connections";
                    };
                };
            };
            504: components["responses"]["Timeout"];
        };
    };
    appendUpload: {
        parameters: {
            query?: never;
            header: {
                "Tus-Resumable": components["parameters"]["Tus-Resumable"];
                /** @description Bytes stored so far. */
                "Upload-Offset": components["parameters"]["Upload-Offset"];
                /** @description Bytes in all. */
                "Upload-Length"?: components["parameters"]["Upload-Length"];
                /** @description `sha1` or `sha256`, a space, and the digest of the body in base64. */
                "Upload-Checksum"?: components["parameters"]["Upload-Checksum"];
            };
            path: {
                /** @description The last segment of `Location`; the asset's id too. */
                uploadId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/offset+octet-stream": string;
            };
        };
        responses: {
            /** @description Stored. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Tus-Resumable": components["headers"]["Tus-Resumable"];
                    "Upload-Offset": components["headers"]["Upload-Offset"];
                    "Upload-Expires": components["headers"]["Upload-Expires"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be read. Codes: `bad_request`, `tus_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "tus_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `role_not_allowed`, `second_factor_setup_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "role_not_allowed" | "second_factor_setup_required";
                    };
                };
            };
            /** @description There is no such thing. Code: `upload_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "upload_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `offset_mismatch`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "offset_mismatch";
                    };
                };
            };
            /** @description Another version of the protocol. Code: `tus_version`. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "tus_version";
                    };
                };
            };
            /** @description Too large. Code: `upload_too_large`. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "upload_too_large";
                    };
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            /** @description The bytes are not those of the checksum. Code: `checksum_mismatch`. */
            460: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "checksum_mismatch";
                    };
                };
            };
            500: components["responses"]["Internal"];
            /** @description A service is down, or the academy is full; a later try may succeed. Codes: `unavailable`, `too_many_connections`, `disk_full`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "unavailable" | "too_many_connections" | "disk_full";
                    };
                };
            };
            504: components["responses"]["Timeout"];
        };
    };
    getAsset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetAssetRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAssetResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            /** @description There is no such thing. Code: `asset_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "asset_not_found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    listUploads: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListUploadsResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    retryAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetryAssetRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryAssetResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            /** @description There is no such thing. Code: `asset_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "asset_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `source_gone`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "source_gone" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getPreview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetPreviewRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetPreviewResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            /** @description There is no such thing. Code: `asset_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "asset_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `asset_not_ready`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "asset_not_ready";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    uploadCaptions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 3 MiB. */
        requestBody: {
            content: {
                "multipart/form-data": {
                    assetId: string;
                    lang: string;
                    /** @description Defaults to the language tag. */
                    label?: string;
                    /**
                     * Format: binary
                     * @description WebVTT or SubRip, UTF-8 or windows-1256, 2 MiB at most.
                     */
                    file: string;
                    /** @description Makes these captions the default. */
                    default?: string;
                    /** @description The version in this language that the caller has seen, empty if there was none; ABORTED changed_meanwhile if there is another one now. */
                    version?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadCaptionsResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            /** @description There is no such thing. Code: `asset_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "asset_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `changed_meanwhile`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "changed_meanwhile" | "in_progress";
                        /** @description With `changed_meanwhile`: what is there now. */
                        result?: components["schemas"]["Asset"];
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `captions_invalid`, `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "captions_invalid" | "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    deleteCaptions: {
        parameters: {
            query?: {
                assetId?: string;
                lang?: string;
                /** @description The version that the caller has seen; ABORTED changed_meanwhile if there is another one now. */
                version?: string;
            };
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeleteCaptionsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteCaptionsResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            /** @description There is no such thing. Codes: `asset_not_found`, `captions_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "asset_not_found" | "captions_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `changed_meanwhile`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "changed_meanwhile" | "in_progress";
                        /** @description With `changed_meanwhile`: what is there now. */
                        result?: components["schemas"]["Asset"];
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    listCourseLearners: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListCourseLearnersRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseLearners"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing. Code: `course_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "course_not_found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    assignLearners: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignLearnersRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseLearners"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing. Codes: `course_not_found`, `user_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "course_not_found" | "user_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    unassignLearners: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnassignLearnersRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseLearners"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            /** @description There is no such thing. Codes: `course_not_found`, `user_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "course_not_found" | "user_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    listLearnerCourses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListLearnerCoursesRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LearnerCourses"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing. Code: `user_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "user_not_found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    assignCourses: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignCoursesRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LearnerCourses"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing. Codes: `course_not_found`, `user_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "course_not_found" | "user_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    updateDates: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateDatesRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateDatesResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing. Code: `assignment_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "assignment_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `changed_meanwhile`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "changed_meanwhile" | "in_progress";
                        /** @description With `changed_meanwhile`: what is there now. */
                        result?: components["schemas"]["Assignment"];
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    unassignCourse: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnassignCourseRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LearnerCourses"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `role_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "role_not_allowed";
                    };
                };
            };
            /** @description There is no such thing. Code: `assignment_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "assignment_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    bulkAssign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkAssignRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAssignResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing. Code: `course_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "course_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    extendCourse: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExtendCourseRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExtendCourseResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing. Codes: `course_not_found`, `user_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "course_not_found" | "user_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    exportCourse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    courseId: string;
                    /** @description Finds by name, e-mail and phone. */
                    search?: string;
                    /** @description As of fetch-users. */
                    sort?: string;
                    active?: boolean;
                    /** @description Only assignments that are `upcoming`, `active` or `expired`. */
                    state?: string;
                    /** @description `ar` names the columns in Arabic. */
                    lang?: string;
                };
            };
        };
        responses: {
            /** @description The file, in chunks: UTF-8 with a BOM, lines ended by CRLF. When it breaks off, so does the connection. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description An attachment with a name. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `role_not_allowed`, `second_factor_setup_required`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "role_not_allowed" | "second_factor_setup_required" | "reauthentication_required";
                    };
                };
            };
            /** @description There is no such thing. Code: `course_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "course_not_found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            /** @description What was sent is not valid; `data` names the fields. Code: `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getCourseStatistics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetCourseStatisticsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetCourseStatisticsResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing. Code: `course_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "course_not_found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getDashboard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetDashboardResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProfileResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateProfileRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateProfileResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "reauthentication_required";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `changed_meanwhile`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "changed_meanwhile" | "in_progress";
                        /** @description With `changed_meanwhile`: what is there now. */
                        result?: components["schemas"]["Learner"];
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    listOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListOwnSessionsResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    endOwnSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndOwnSessionRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndOwnSessionResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such thing. Code: `session_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "session_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getOwnBank: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetOwnBankResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "reauthentication_required";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    updateOwnBank: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOwnBankRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateOwnBankResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `reauthentication_required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "reauthentication_required";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    listMyCourses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListMyCoursesResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getMyCourse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetMyCourseRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetMyCourseResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `course_not_started`, `course_expired`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "course_not_started" | "course_expired";
                    };
                };
            };
            /** @description There is no such thing. Code: `assignment_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "assignment_not_found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    updateProgress: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProgressRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Report-Interval": components["headers"]["Report-Interval"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateProgressResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description Not allowed. Codes: `forbidden`, `second_factor_setup_required`, `course_not_started`, `course_expired`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "second_factor_setup_required" | "course_not_started" | "course_expired";
                    };
                };
            };
            /** @description There is no such thing. Codes: `assignment_not_found`, `part_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "assignment_not_found" | "part_not_found";
                    };
                };
            };
            /** @description In conflict with what is there. Code: `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    fetchSite: {
        parameters: {
            query?: {
                /** @description The language of `view`, `ar` or `en`; the site's default language if it is neither. */
                lang?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The academy. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FetchSiteResponse"];
                };
            };
            /** @description The request cannot be read. Code: `bad_request`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description A service is down, or the academy is full; a later try may succeed. Code: `too_many_connections`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_connections";
                    };
                };
            };
        };
    };
    countPageView: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The address, from its first `/`, without its query. */
                    page: string;
                    /** @description The language that the page is shown in: `ar` unless it is `en`. */
                    lang?: string;
                };
            };
        };
        responses: {
            /** @description Read. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountPageViewResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Code: `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description A service is down, or the academy is full; a later try may succeed. Codes: `too_many_connections`, `busy`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_connections" | "busy";
                    };
                };
            };
        };
    };
    listPublicCourses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ListPublicCoursesRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPublicCoursesResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    sendContactMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is answered with its first success. A random UUID is a good key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendContactMessageRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendContactMessageResponse"];
                };
            };
            /** @description The request cannot be read. Codes: `bad_request`, `invalid_json`, `wrong_type`, `idempotency_key_invalid`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "wrong_type" | "idempotency_key_invalid";
                    };
                };
            };
            /** @description Not allowed. Code: `bot_check_missing`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bot_check_missing";
                    };
                };
            };
            /** @description In conflict with what is there. Codes: `contact_closed`, `in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "contact_closed" | "in_progress";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description What was sent is not valid; `data` names the fields. Codes: `validation_failed`, `idempotency_key_reused`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "validation_failed" | "idempotency_key_reused";
                    };
                };
            };
            /** @description Too many calls or attempts. Codes: `too_many_requests`, `too_many_attempts`. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_requests" | "too_many_attempts";
                    };
                };
            };
            500: components["responses"]["Internal"];
            /** @description A service is down, or the academy is full; a later try may succeed. Codes: `unavailable`, `too_many_connections`, `busy`, `bot_check_unavailable`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "unavailable" | "too_many_connections" | "busy" | "bot_check_unavailable";
                    };
                };
            };
            504: components["responses"]["Timeout"];
        };
    };
    getChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetChallengeResponse"];
                };
            };
            400: components["responses"]["Unreadable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["Timeout"];
        };
    };
    getImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description One byte range. */
                Range?: components["parameters"]["Range"];
            };
            path: {
                /** @description May have several segments. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
            /** @description A part of it. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
            /** @description As the client has it. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such thing. Code: `not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "not_found";
                    };
                };
            };
            /** @description A service is down, or the academy is full; a later try may succeed. Codes: `storage_error`, `too_many_connections`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "storage_error" | "too_many_connections";
                    };
                };
            };
        };
    };
    getMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description One byte range. */
                Range?: components["parameters"]["Range"];
            };
            path: {
                /** @description Made by the academy; stands for a bearer token. */
                token: string;
                /** @description May have several segments; `key` is the AES-128 key. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.apple.mpegurl": string;
                    "video/mp4": string;
                    "video/iso.segment": string;
                    "text/vtt": string;
                    "image/*": string;
                    "application/octet-stream": string;
                };
            };
            /** @description A part of it. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": string;
                    "video/iso.segment": string;
                    "image/*": string;
                };
            };
            /** @description The segment is at a delivery network: the address is good for a minute at most, and the next segment has another. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The segment's address. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description As the client has it. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not allowed. Codes: `forbidden`, `role_not_allowed`, `course_not_started`, `course_expired`, `assignment_not_found`, `unauthenticated`, `expired`, `idle`, `logout`, `signed_in_elsewhere`, `password_changed`, `deactivated`, `removed`, `signed_out_by_manager`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "forbidden" | "role_not_allowed" | "course_not_started" | "course_expired" | "assignment_not_found" | "unauthenticated" | "expired" | "idle" | "logout" | "signed_in_elsewhere" | "password_changed" | "deactivated" | "removed" | "signed_out_by_manager";
                    };
                };
            };
            /** @description There is no such thing. Codes: `not_found`, `asset_not_found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "not_found" | "asset_not_found";
                    };
                };
            };
            /** @description No such range. */
            416: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            500: components["responses"]["Internal"];
            /** @description A service is down, or the academy is full; a later try may succeed. Codes: `unavailable`, `storage_error`, `too_many_connections`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "unavailable" | "storage_error" | "too_many_connections";
                    };
                };
            };
            504: components["responses"]["Timeout"];
        };
    };
    checkAlive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Alive. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description The request cannot be read. Code: `bad_request`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request";
                    };
                };
            };
            /** @description A service is down, or the academy is full; a later try may succeed. Code: `too_many_connections`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_connections";
                    };
                };
            };
        };
    };
    checkLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Alive. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description The request cannot be read. Code: `bad_request`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request";
                    };
                };
            };
            /** @description A service is down, or the academy is full; a later try may succeed. Code: `too_many_connections`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_connections";
                    };
                };
            };
        };
    };
    checkReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description The request cannot be read. Code: `bad_request`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request";
                    };
                };
            };
            /** @description Not ready. Codes: `not_ready`, `draining`, `too_many_connections`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @constant */
                        ready?: false;
                        /** @description The services that are not ready; none with `draining`. */
                        missing?: string[];
                        /** @description Those of them that did not answer at all; the others answered that their database does not work. */
                        silent?: string[];
                    };
                };
            };
        };
    };
    checkEdgeReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description The request cannot be read. Code: `bad_request`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request";
                    };
                };
            };
            /** @description Not ready. Codes: `draining` (it is stopping), `edge_isolated` (no service answers it), `too_many_connections`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @constant */
                        ready?: false;
                        /** @description The services that are not ready; none with `draining`. */
                        missing?: string[];
                        /** @description Those of them that did not answer at all; the others answered that their database does not work. */
                        silent?: string[];
                    };
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counters. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The request cannot be read. Code: `bad_request`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request";
                    };
                };
            };
            /** @description A service is down, or the academy is full; a later try may succeed. Code: `too_many_connections`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_connections";
                    };
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description As the client has it. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be read. Code: `bad_request`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "bad_request";
                    };
                };
            };
            /** @description A service is down, or the academy is full; a later try may succeed. Code: `too_many_connections`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {string} */
                        code: "too_many_connections";
                    };
                };
            };
        };
    };
}

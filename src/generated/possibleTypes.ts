
      export type PossibleTypesResultData = {
  "possibleTypes": {
    "Change": [
      "BookmarkChange",
      "FollowingChange",
      "NotificationChange",
      "PostChange",
      "PostCreation",
      "PostDeletion",
      "PostRestoration",
      "ReactionChange",
      "ReplyCreation",
      "UserChange",
      "UserDeletion"
    ],
    "Node": [
      "Notification",
      "Post",
      "User"
    ],
    "ThreadItem": [
      "Post",
      "PostTombstone"
    ]
  }
};
      const result: PossibleTypesResultData = {
  "possibleTypes": {
    "Change": [
      "BookmarkChange",
      "FollowingChange",
      "NotificationChange",
      "PostChange",
      "PostCreation",
      "PostDeletion",
      "PostRestoration",
      "ReactionChange",
      "ReplyCreation",
      "UserChange",
      "UserDeletion"
    ],
    "Node": [
      "Notification",
      "Post",
      "User"
    ],
    "ThreadItem": [
      "Post",
      "PostTombstone"
    ]
  }
};
      export default result;
    
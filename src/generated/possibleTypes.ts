
      export type PossibleTypesResultData = {
  "possibleTypes": {
    "Change": [
      "BookmarkChange",
      "FollowingChange",
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
    
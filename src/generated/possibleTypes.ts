
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
      "UserChange",
      "UserDeletion"
    ],
    "Node": [
      "Post",
      "User"
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
      "UserChange",
      "UserDeletion"
    ],
    "Node": [
      "Post",
      "User"
    ]
  }
};
      export default result;
    